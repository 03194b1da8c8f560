// News of the class from the server: one request always waits for the next change.

/** @typedef {{lesson: string, activity: string, phase: string}} Stage */
/**
 * @typedef {object} News
 * @property {number} version
 * @property {Stage} stage
 * @property {number} present
 * @property {number} answered
 * @property {import("./tally.js").Tally | null} tally  null before it may be seen
 * @property {import("./tally.js").Best[]} best  edits of a challenge
 */

const AGAIN = 2000; // milliseconds until the next request after a failed one

/**
 * The root of a component that receives news, with the last data from Python and from the server.
 * @typedef {HTMLElement & {data?: any, send?: (message: string, value: unknown) => void,
 *     news?: News | null, lost?: boolean, leaving?: AbortController, wasLost?: boolean, heard?: number}} Attending
 */

/** @param {number} time @returns {Promise<void>} */
const wait = (time) => new Promise((done) => { setTimeout(done, time); });

/**
 * Receive all news from the first call on, while the root is in the page; with `data.forClass`
 * only what the class may see, even in the teacher's browser.
 * @param {Attending} root
 * @param {import("browser/dom.js").Mounted} mounted
 * @param {number} pace  milliseconds between two requests, so that a burst of answers is one change
 * @param {() => void} draw  called with each news, and where the server is lost
 * @returns {() => void} what a component returns to be called when it leaves
 */
export function attend(root, { data, setTriggerValue }, pace, draw) {
  Object.assign(root, { data, send: setTriggerValue });
  if (!root.leaving) {
    root.leaving = new AbortController();
    listen(root, pace, draw);
  }
  return () => root.isConnected || root.leaving.abort(); // also called for a superseded call
}

/** @param {Attending} root @param {number} pace @param {() => void} draw */
async function listen(root, pace, draw) {
  const { signal } = root.leaving;
  while (!signal.aborted) {
    const seen = root.news ? root.news.version : -1;
    try {
      const answer = await fetch("./class/news?seen=" + seen + (root.data.forClass ? "&wall=yes" : ""), { signal, cache: "no-store" });
      if (!answer.ok) throw new Error(answer.statusText);
      Object.assign(root, { news: await answer.json(), lost: false });
    } catch {
      root.lost = true;
    }
    if (signal.aborted) return;
    draw();
    await wait(root.lost ? AGAIN : pace);
  }
}

/** What a page says of a lost server; `data.end` is in seconds since 1970. @param {Attending} root */
export function lostSentence({ data: { end } }) {
  return end && Date.now() >= end * 1000 ? "The class is over." : "No connection to the class. Reconnecting …";
}

/** Whether the page shows another stage than the class is at. @param {Attending} root */
export function isBehind({ data, news }) {
  const same = (/** @type {Stage} */ stage) => [stage.lesson, stage.activity, stage.phase].join();
  return Boolean(news) && same(data.stage) !== same(news.stage);
}

/** Ask Python for the current stage of the class, once per stage. @param {Attending} root */
export function catchUp(root) {
  if (isBehind(root)) root.send("behind", root.news.version);
}
