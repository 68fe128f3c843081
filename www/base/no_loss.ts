// Failures (their codes) that concern nobody when a file found in a folder has them: it could have been anything.
export const NO_LOSS: ReadonlySet<string> = new Set(['TEXT_FILE', 'UNKNOWN_FORMAT', 'OTHER_TOOL']);
