// Loaded into a Node process with --import: writes its peak memory in KiB to $XMV_PEAK_FILE when it ends.
import { readFileSync, writeFileSync } from 'node:fs';

function peakKiB() {
  try {
    return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return process.resourceUsage().maxRSS; // no /proc here; may include what the parent used
  }
}

process.on('exit', () => writeFileSync(process.env.XMV_PEAK_FILE, String(peakKiB())));
