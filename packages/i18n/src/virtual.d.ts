declare module 'virtual:plimsoll/messages' {
  const loaders: Readonly<Record<string, () => Promise<{ default: object }>>>;
  export default loaders;
}
