// Latest wins: first and last are answered, the ones between are dropped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latest } from './latest';

test('drops what was overtaken', async () => {
  const asked: number[] = [];
  const got: string[] = [];
  const release: (() => void)[] = [];
  const ask = latest(
    (n: number) => {
      asked.push(n);
      return new Promise<string>((resolve) => release.push(() => resolve(`answer ${n}`)));
    },
    (answer) => got.push(answer),
  );
  ask(1);
  ask(2);
  ask(3);
  assert.deepEqual(asked, [1]);
  release.shift()?.();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(asked, [1, 3]);
  release.shift()?.();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(got, ['answer 1', 'answer 3']);
});
