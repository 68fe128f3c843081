// The sample that is built into the page: a real training step's dump, as a File like any other.
import { dataBlock, fromBase64 } from '../base/dom';
import { alone, openFiles } from '../state/files';

const BLOCK = 'xmv-sample';

export function hasSample(): boolean {
  return dataBlock(BLOCK) !== null;
}

export function openSample(): void {
  const block = dataBlock(BLOCK);
  if (!block) return;
  const bytes = fromBase64(block.textContent ?? '');
  void openFiles([alone(new File([bytes], block.dataset.name ?? 'sample.hlo.pb.gz'))]);
}
