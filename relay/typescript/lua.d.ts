// The scripts of the Redis store are bundled as text.
declare module "*.lua" {
  const text: string;
  export default text;
}
