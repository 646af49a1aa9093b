// Written by `npm run wire-docs` from packages/contract: change that.
export interface UploadsCalls {
  /** JPEG, PNG or WebP by its content, at most 8·2²⁰ bytes and 25 megapixels (RULES 7). The answer has it at both depths that the spec reads. */
  'api/common/upload': {
    takes: {
      file: Blob;
    };
    answers: {
      url: string;
      fullurl: string;
      data: {
        url: string;
        fullurl: string;
      };
    };
  };
}
