import { createReadStream } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { WrittenPrompt } from '#features/catalogue/contract.ts'
import { fieldDefaults } from '#features/catalogue/field-rules.ts'
import { versionDigest } from '#features/catalogue/server/prompt-versions.ts'
import { fillPrompt, parsePrompt, variablesOf } from '#features/variables/variable-rules.ts'
import { slugify } from '#lib/slug.ts'
import { exportAndReadBack, exportSeveralAndReadBack } from '#test/export-round-trip.ts'
import { hostilePrompts } from '#test/hostile-prompts.ts'
import { hasRealPrompts, realPromptsPath } from '#test/real-prompts.ts'
import type { ExportedPrompt } from './export-rules.ts'
import { readRecord } from './import-rules.ts'
import { rowsOfText } from './row-rules.ts'
import { exportFormats } from './rules.ts'

describe.each(exportFormats)('a prompt that is exported and read back as %s', (format) => {
  // A file with one text has no room for others.
  const restored = (prompt: ExportedPrompt) =>
    format === 'md' || format === 'prompt' ? { ...prompt, files: [] } : prompt

  it.each(Object.entries(hostilePrompts))('is unchanged: %s', async (_name, prompt) => {
    expect(await exportAndReadBack(format, prompt)).toEqual(restored(prompt))
  })

  it('is unchanged in an export of several prompts, which keeps their order', async () => {
    const prompts = Object.values(hostilePrompts).map((prompt, index) => ({
      ...prompt,
      slug: `${prompt.slug}-${index}`,
    }))
    expect(await exportSeveralAndReadBack(format, prompts)).toEqual(prompts.map(restored))
  })
})

it('an import of our own export keeps every field that the author wrote', () => {
  const [prompt] = Object.values(hostilePrompts)
  if (!prompt) throw new Error('There are no fixtures.')
  const written = WrittenPrompt.parse(prompt)
  for (const [name, value] of Object.entries(fieldDefaults))
    expect(Reflect.get(written, name), `in hostile-prompts.ts, change ${name} from its default`).not.toEqual(value)
  expect(readRecord({ ...prompt }, new Map())).toMatchObject(written)
})

describe.skipIf(!hasRealPrompts)(`the prompts of test/real-prompts.ts${hasRealPrompts ? '' : ' (missing)'}`, () => {
  it.each(exportFormats)('are unchanged after an export as %s, and their filled text is the same', async (format) => {
    const prompts = await readRealPrompts()
    expect(prompts).toHaveLength(879)
    const importedPrompts = await exportSeveralAndReadBack(format, prompts)
    expect(importedPrompts).toHaveLength(prompts.length)
    for (const [index, prompt] of prompts.entries()) {
      expect(importedPrompts[index]).toEqual(prompt)
      expect(fillWithNames(importedPrompts[index]?.content ?? '')).toBe(fillWithNames(prompt.content))
    }
  })
})

/** Fills each blank of a text with the blank's name in angle brackets. */
function fillWithNames(content: string): string {
  return fillPrompt(
    parsePrompt(content),
    Object.fromEntries(variablesOf(content).map(({ name }) => [name, `<${name}>`])),
  )
}

/** Returns the prompts in the file that test/real-prompts.ts names, as they would be exported after their import. */
async function readRealPrompts(): Promise<ExportedPrompt[]> {
  const prompts: ExportedPrompt[] = []
  const [base] = Object.values(hostilePrompts)
  if (!base) throw new Error('There are no fixtures.')
  for await (const row of rowsOfText(createReadStream(realPromptsPath, 'utf8'))) {
    const record = 'fields' in row ? readRecord(row.fields, new Map()) : { refusal: row.problem }
    if ('refusal' in record) throw new Error(`Line ${row.line}: ${record.refusal}`)
    const { original: _, exported: __, notes: ___, image: ____, licence, language, ...written } = record
    prompts.push({
      ...base,
      ...written,
      licence: licence ?? 'CC0-1.0',
      language: language ?? 'en',
      slug: `${slugify(record.title) || 'prompt'}-${prompts.length}`,
      sha256: versionDigest(record),
    })
  }
  return prompts
}
