// A name that nothing else has, in no tab and no session.

export function freshId() {
  return crypto.getRandomValues(new Uint32Array(2)).join("-");
}
