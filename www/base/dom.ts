// What the page needs from the browser and some browsers or settings refuse: clipboard, storage, downloads. Never throws.

/** Copies text; false if neither the clipboard API nor the old way works (a sandboxed frame, say). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // file:// and frames without the permission: a hidden text field and the old command.
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'visually-hidden';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

/** A remembered setting; null if there is none or the browser keeps none. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A frame without storage: the setting lasts as long as the page.
  }
}

/** The text of an inline data block, or null. */
export function dataBlock(id: string): HTMLElement | null {
  return document.getElementById(id);
}

/** Bytes of a base64 text; spaces and line breaks are skipped by atob itself. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text.trim());
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

/** Is the person typing into something? Then single-key commands keep out of the way. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // Switches are no text: single keys work there too.
  if (target instanceof HTMLInputElement && /^(radio|checkbox|file|button)$/.test(target.type)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
