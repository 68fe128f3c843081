/** What changed under the pointer is drawn with the worker's answer to it, mostly some milliseconds away. An answer that takes
 *  longer than this (ms) is not waited for: what is there moves along with the pointer then. */
export const PATIENCE_MS = 8;
