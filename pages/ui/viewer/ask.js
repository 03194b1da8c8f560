// Questions of the views to Python: see answers.py.

/** @typedef {(what: string, part: number) => void} Report of work that is not done; without text it has ended */
/** @typedef {{params: import("./app_address.js").Params, set: any, pair: any, defined: boolean, report: Report, fail: (problem: string) => void, isStopped: () => boolean}} Asked */

const PAUSE = 400; // milliseconds between two looks at work that takes long

/**
 * The answer to a question; waits while it is computed. @param {Asked} asked @param {string} name
 * @param {Record<string, string | number>} [more]
 */
export async function askPython({ params, report, fail, isStopped }, name, more = {}) {
  const view = String(new URLSearchParams(params));
  for (;;) {
    const stop = isStopped() ? { stop: "yes" } : {};
    const query = new URLSearchParams(Object.entries({ view, ...more, ...stop }).map(([key, value]) => [key, String(value)]));
    const response = await fetch(`./answers/${name}?${query}`).catch(() => /** @type {null} */ (null));
    const answer = response && await response.json().catch(() => ({ problem: "An error occurred. The log of the server has it." }));
    if (!response || (response.status === 202 && !isStopped())) {
      report(answer?.what ?? "The server does not respond.", answer?.part ?? 0);
      await new Promise((done) => { setTimeout(done, PAUSE); });
      continue;
    }
    if (response.ok && response.status !== 202) {
      report("", 1);
      return answer;
    }
    fail(answer.problem ?? `${answer.what}: stopped.`);
    return new Promise(() => {}); // nobody waits for it
  }
}
