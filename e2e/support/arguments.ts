/** A number from the command line. @throws Error that names the option unless it is above 0. */
export function above0(name: string, text: string): number {
  const value = /^\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (value <= 0) throw new Error(`--${name} must be a number above 0.`);
  return value;
}

export function whole(name: string, text: string): number {
  const value = above0(name, text);
  if (!Number.isInteger(value)) throw new Error(`--${name} must be a whole number.`);
  return value;
}
