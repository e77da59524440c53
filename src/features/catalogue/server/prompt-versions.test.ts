import { expect, it } from 'vitest'
import { VersionedPrompt } from '../contract.ts'
import { versionDigest } from './prompt-versions.ts'

const blank = { name: 'blank', default: null, kind: 'text' } as const
const version: VersionedPrompt = {
  title: 'A prompt',
  description: 'What it does.',
  files: [],
  content: 'Some {{blank}}.',
  variables: [{ ...blank, help: 'First.' }],
}

it.each(Object.keys(VersionedPrompt.shape))('the digest of a version depends on its %s', (name) => {
  const lists = { variables: [{ ...blank, help: 'Second.' }], files: [{ path: 'notes.md', text: 'A note.' }] }
  const changed = Reflect.get(lists, name) ?? `${Reflect.get(version, name) ?? ''} Changed.`
  const other = versionDigest({ ...version, [name]: changed })
  expect(other, `add ${name} to versionDigest in prompt-versions.ts`).not.toBe(versionDigest(version))
})
