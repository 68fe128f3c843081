// Home directories tell a person's name. Before something is shown to others they can be replaced.

/** /home/ann, /Users/ann, C:\Users\ann (also with doubled backslashes, and a name in two words), /root. */
const HOMES = [
  /(?:\b[A-Za-z]:)?\/(?:home|Users)\/[^/\\\s"'`:;,()<>[\]]+/g,
  /\b[A-Za-z]:(\\+)(?:Users|Documents and Settings)\1[^\\/\r\n"'`:;,<>|*?]+(?=\\)/gi,
  /\b[A-Za-z]:(\\+)(?:Users|Documents and Settings)\1[^\\/\s"'`:;,<>|*?]+/gi,
  // Not a part of another name.
  /(?<![\w.-])\/root(?![\w.-])/g,
];

/** The text with "~" for every home directory. */
export function hidePersonal(text: string): string {
  return HOMES.reduce((rest, home) => rest.replace(home, '~'), text);
}
