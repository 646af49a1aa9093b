import { z } from 'zod';
import { fileField, place } from '../uploads.ts';
import { creates, operatorCall } from './operator-call.ts';

/** For banners, articles and networks: checked and re-encoded like members' images, public under `/uploads/public/`. */
export const uploadPicture = operatorCall('POST', '/uploads', {
  ...creates,
  role: 'clerk',
  file: true,
  input: z.strictObject({ file: fileField() }),
  output: place,
  reasons: ['bad_image', 'too_many_requests', 'not_ready'],
});
