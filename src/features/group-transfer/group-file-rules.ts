import { z } from 'zod'
import { VersionedPrompt, WrittenPrompt } from '#features/catalogue/contract.ts'
import { cleanFields, fieldRules, firstFieldError } from '#features/catalogue/field-rules.ts'
import { promptLimits } from '#features/catalogue/rules.ts'
import { NewCollection, NewItem } from '#features/collections/contract.ts'
import { collectionLimits } from '#features/collections/rules.ts'
import { NewGroup } from '#features/groups/contract.ts'
import { groupLimits } from '#features/groups/rules.ts'
import { LabelName } from '#features/labels/contract.ts'
import { labelLimits } from '#features/labels/rules.ts'
import { TestCaseDraft } from '#features/prompt-tests/contract.ts'
import { testLimits } from '#features/prompt-tests/rules.ts'
import { BrokenFile } from '#features/transfer/record-rules.ts'
import { readZip, zipLimits, zipNames } from '#features/transfer/zip-rules.ts'
import { normalizeVariables } from '#features/variables/variable-list-rules.ts'
import { t } from '#lib/texts.ts'
import { toStorable } from '#lib/well-formed.ts'
import { groupFileFormat, groupFileLimits as limits } from './rules.ts'

/** The file `group.json`: what the archive is, and the group's settings. */
const GroupHead = NewGroup.pick({
  description: true,
  needsApproval: true,
  reviewDays: true,
  protectedLabels: true,
} satisfies Partial<Record<keyof NewGroup, true>>).extend({
  format: z.literal(groupFileFormat),
  name: z.string().min(1).max(groupLimits.nameMax),
})
export type GroupHead = z.output<typeof GroupHead>

const Version = VersionedPrompt.extend({
  note: z.string().max(promptLimits.noteMax).nullable(),
  createdAt: z.iso.datetime(),
})

/** A file in the folder `prompts`: a prompt with the versions that its group may read, oldest first. */
const FilePrompt = WrittenPrompt.pick({ tags: true, models: true, licence: true, skill: true }).extend({
  /** The id that it had at the site from which it came first. */
  key: z.uuid(),
  category: z.string(),
  language: z.string().min(2).max(35),
  credit: z.string().max(200).nullable(),
  owner: z.string().max(100).nullable(),
  retired: z.boolean(),
  versions: z.array(Version).min(1).max(limits.versions),
  /** On which of these versions each label is, counted from 1. */
  labels: z.array(z.object({ label: LabelName, version: z.number().int().min(1) })).max(labelLimits.perPrompt),
  tests: z.array(TestCaseDraft).max(testLimits.casesMax),
})
export type FilePrompt = z.output<typeof FilePrompt>
export type FileVersion = FilePrompt['versions'][number]

/** A file in the folder `collections`: a collection of the group with those items that are prompts of the file, in order. */
const FileCollection = NewCollection.pick({ title: true, description: true }).extend({
  /** The id that it had at the site from which it came first. */
  key: z.uuid(),
  owner: z.string().max(100).nullable(),
  items: z
    .array(z.object({ prompt: z.uuid().openapi({ description: 'Its key.' }), note: NewItem.shape.note }))
    .max(collectionLimits.items),
})
export type FileCollection = z.output<typeof FileCollection>

/** Returns a prompt of a file as it is in one of its versions. */
export function writtenOf({ tags, models, licence, skill }: FilePrompt, version: FileVersion): WrittenPrompt {
  return WrittenPrompt.parse({ ...version, tags, models, licence, skill })
}

/** A prompt of the file, or why it can't be imported. */
export type ReadPrompt = { file: string; title: string } & ({ prompt: FilePrompt } | { problem: string })
/** The same for a collection. */
export type ReadCollection = { file: string; title: string } & ({ collection: FileCollection } | { problem: string })
type GroupFile = { head: GroupHead; prompts: ReadPrompt[]; collections: ReadCollection[] }

/** The file that describes the group itself. */
export const headName = 'group.json'
const promptName = /^prompts\/[^/\\]+\.json$/
const collectionName = /^collections\/[^/\\]+\.json$/

/**
 * Leaves out each version with the text of the one before, which here comes from a change of tags or the category.
 * `hashes`: those of the versions. The labels move to the version that stays.
 */
export function withoutRepeats<Prompt extends Pick<FilePrompt, 'versions' | 'labels'>>(
  prompt: Prompt,
  hashes: string[],
): { prompt: Prompt; hashes: string[] } {
  const isOther = hashes.map((hash, index) => hash !== hashes[index - 1])
  const numberOf = (version: number) => isOther.slice(0, version).filter(Boolean).length
  return {
    prompt: {
      ...prompt,
      versions: prompt.versions.filter((_, index) => isOther[index]),
      labels: prompt.labels.map(({ label, version }) => ({ label, version: numberOf(version) })),
    },
    hashes: hashes.filter((_, index) => isOther[index]),
  }
}

/** Returns the name of the file of a prompt or a collection in the archive. */
export function fileNameOf(folder: 'prompts' | 'collections', slug: string): string {
  return `${folder}/${slug}.json`
}

/**
 * Reads a group's file. A prompt or collection that isn't valid has a `problem`. Throws BrokenFile if the archive can't be read, exceeds
 * a limit, or has a file that an export never has.
 */
export async function readGroupFile(bytes: Uint8Array<ArrayBuffer>): Promise<GroupFile> {
  const names = zipNames(bytes)
  const foreign = names.find((name) => name !== headName && !promptName.test(name) && !collectionName.test(name))
  if (!names.includes(headName))
    throw new BrokenFile(
      t('This isn’t the file of a group: it has no {headName}. Export it again, and don’t change it.', { headName }),
    )
  if (foreign !== undefined)
    throw new BrokenFile(
      t('“{file}” doesn’t belong in the file of a group. Export it again, and don’t change it.', {
        file: toStorable(foreign.slice(-80)),
      }),
    )
  if (new Set(names).size < names.length) throw new BrokenFile(t('It has two files of the same name. Export it again.'))
  const count = (pattern: RegExp) => names.filter((name) => pattern.test(name)).length
  if (count(collectionName) > limits.collections)
    throw new BrokenFile(t('It has more than {collections} collections.', { collections: limits.collections }))
  if (count(promptName) > limits.prompts)
    throw new BrokenFile(t('It has more than {prompts} prompts.', { prompts: limits.prompts }))
  let head: GroupHead | undefined
  const prompts: ReadPrompt[] = []
  const collections: ReadCollection[] = []
  const keys = new Set<string>()
  for await (const file of readZip(bytes, () => true, zipLimits.allBytes)) {
    if (file.name === headName) head = readHead(file)
    else if (promptName.test(file.name)) prompts.push(readPrompt(file, keys))
    else collections.push(readCollection(file, keys))
  }
  if (!head) throw new BrokenFile(t('Its {headName} can’t be read.', { headName }))
  const byName = (a: { file: string }, b: { file: string }) => (a.file < b.file ? -1 : 1)
  return { head, prompts: prompts.toSorted(byName), collections: collections.toSorted(byName) }
}

type Entry = { name: string; text: string } | { name: string; problem: string }

function readHead(entry: Entry): GroupHead {
  const result = 'problem' in entry ? entry : parse(GroupHead, entry.text)
  if ('problem' in result)
    throw new BrokenFile(t('Its {headName} can’t be read. {problem}', { headName, problem: result.problem }))
  return result.value
}

function readPrompt(entry: Entry, keys: Set<string>): ReadPrompt {
  const file = toStorable(entry.name.slice(-200))
  const read = 'problem' in entry ? entry : parse(FilePrompt, entry.text)
  if ('problem' in read) return { file, title: file, problem: read.problem }
  const prompt = cleaned(read.value)
  const title = prompt.versions.at(-1)?.title ?? file
  const problem = keys.has(prompt.key) ? t('The same prompt is in this file twice.') : problemOf(prompt)
  keys.add(prompt.key)
  return problem === null ? { file, title, prompt } : { file, title, problem }
}

function readCollection(entry: Entry, keys: Set<string>): ReadCollection {
  const file = toStorable(entry.name.slice(-200))
  const read = 'problem' in entry ? entry : parse(FileCollection, entry.text)
  if ('problem' in read) return { file, title: file, problem: read.problem }
  const { key, title } = read.value
  if (keys.has(key)) return { file, title, problem: t('The same collection is in this file twice.') }
  keys.add(key)
  return { file, title, collection: read.value }
}

/** Returns a prompt in the form in which it is stored. */
function cleaned(prompt: FilePrompt): FilePrompt {
  const versions = prompt.versions.map((version) => {
    const { title, description, content, files, variables } = cleanFields(writtenOf(prompt, version))
    return { ...version, title, description, content, files, variables: normalizeVariables(content, variables) }
  })
  return {
    ...prompt,
    tags: fieldRules.tags.clean(prompt.tags),
    models: fieldRules.models.clean(prompt.models),
    versions,
  }
}

function problemOf(prompt: FilePrompt): string | null {
  for (const version of prompt.versions) {
    const error = firstFieldError(writtenOf(prompt, version))
    if (error) return error
  }
  return prompt.labels.some(({ version }) => version > prompt.versions.length)
    ? t('One of its labels is on a version that the file doesn’t have.')
    : null
}

function parse<Value>(schema: z.ZodType<Value>, text: string): { value: Value } | { problem: string } {
  let json: unknown
  try {
    json = JSON.parse(text, (_, value) => (typeof value === 'string' ? toStorable(value) : value))
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: t('It isn’t JSON.') }
    throw error
  }
  const result = schema.safeParse(json)
  if (result.success) return { value: result.data }
  const [issue] = result.error.issues
  return { problem: `${issue?.path.join('.') || t('It')}: ${issue?.message}` }
}
