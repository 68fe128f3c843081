// Runs every test file in one process, so that each browser is started once: what `npm test -- e2e` does. A single file
// runs just as well by itself: node --test tests/e2e/NAME.test.mjs
import { filesBelow } from '../../tools/lib/paths.mjs';

for (const file of filesBelow(['tests/e2e'], (name) => name.endsWith('.test.mjs'))) await import(file);
