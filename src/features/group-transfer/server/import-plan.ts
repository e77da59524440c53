import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { VersionedPrompt } from '#features/catalogue/contract.ts'
import { versionDigest } from '#features/catalogue/server/prompt-versions.ts'
import { type StoredPrompt, storedColumns } from '#features/catalogue/server/stored/stored-prompt.ts'
import { testLimits } from '#features/prompt-tests/rules.ts'
import { readAcceptedCases } from '#features/prompt-tests/server/case-queries.ts'
import { msg, plural, t, translate } from '#lib/texts.ts'
import { columnsOf, type Db } from '#platform/database/db.ts'
import type { FilePrompt, FileVersion } from '../group-file-rules.ts'
import { placesOfVersions } from '../rules.ts'

/** The fields of prompts that an import compares, besides the versions. */
const comparedFields = ['tags', 'models', 'licence', 'skill'] as const
const fieldChanges = {
  tags: msg('Changes the tags.'),
  models: msg('Changes the models.'),
  licence: msg('Changes the license.'),
  skill: msg('Changes whether it is a skill.'),
}

/** What an import does with a prompt of the file that is in the group already. */
export type ImportPlan = {
  before: StoredPrompt
  /** What changes besides the versions. */
  change: Partial<Pick<StoredPrompt, (typeof comparedFields)[number] | 'categoryId'>>
  versions: FileVersion[]
  /** The version of this prompt on which each label is to be. */
  labels: { label: string; version: number }[]
  tests: FilePrompt['tests']
  /** What changes, in sentences. Empty if nothing does. */
  notes: string[]
}

type Known = { id: string; status: StoredPrompt['status'] }

/** Finds the prompt of a group that a prompt of a file is, by its key. */
export async function findKnown(db: Db, groupId: string, key: string): Promise<Known | null> {
  const { rows } = await sql<Known>`
    select p.id, p.status from prompts p
    left join group_import_keys k on k.prompt_id = p.id and k.group_id = ${groupId} and k.key = ${key}
    where p.group_id = ${groupId} and (k.key is not null or p.id = ${key})
    order by k.key is null limit 1`.execute(db)
  return rows[0] ?? null
}

/**
 * Compares a prompt of a file with the one in the group. The file decides about category, tags, labels and the like,
 * unless the prompt has a newer text here: then the file is older, and nothing changes. `categoryId`: the file's category.
 */
export async function planChange(
  db: Db,
  id: string,
  { prompt, hashes, categoryId }: { prompt: FilePrompt; hashes: string[]; categoryId: string },
): Promise<ImportPlan> {
  const { rows } = await sql<StoredPrompt>`select ${storedColumns} from prompts p where p.id = ${id}`.execute(db)
  const before = rows[0] as StoredPrompt
  const { rows: versionRows } = await sql<VersionedPrompt>`
    select ${columnsOf('v', Object.keys(VersionedPrompt.shape))} from prompt_versions v
    where v.prompt_id = ${id} order by v.version`.execute(db)
  const here = versionRows.map(versionDigest)
  const places = placesOfVersions(here, hashes)
  const versions = prompt.versions.slice(places.length)
  if (versions.length === 0 && here.at(-1) !== hashes.at(-1))
    return { before, change: {}, versions, labels: [], tests: [], notes: [] }
  const fields = comparedFields.filter((name) => !isDeepStrictEqual(prompt[name], before[name]))
  const change: ImportPlan['change'] = {
    ...Object.fromEntries(fields.map((name) => [name, prompt[name]])),
    ...(categoryId !== before.categoryId && { categoryId }),
  }
  const labels = await labelsToMove(db, id, prompt.labels, (place) => {
    const known = places[place - 1]
    return known === undefined ? before.version + place - places.length : known + 1
  })
  const { tests, left } = await testsToAdd(db, id, prompt.tests)
  const notes = [
    ...(versions.length > 0 ? [plural(versions.length, 'Adds {count} version.', 'Adds {count} versions.')] : []),
    ...fields.map((name) => translate(fieldChanges[name])),
    ...(change.categoryId ? [t('Changes the category to {category}.', { category: prompt.category })] : []),
    ...labels.map(({ label }) => t('Moves the label {label}.', { label })),
    ...(tests.length > 0 ? [plural(tests.length, 'Adds {count} test.', 'Adds {count} tests.')] : []),
    ...(left > 0
      ? [
          plural(
            left,
            'Leaves out {count} test: a prompt has at most {max}.',
            'Leaves out {count} tests: a prompt has at most {max}.',
            { max: testLimits.casesMax },
          ),
        ]
      : []),
  ]
  return { before, change, versions, labels, tests, notes }
}

async function labelsToMove(
  db: Db,
  promptId: string,
  labels: FilePrompt['labels'],
  versionOf: (place: number) => number,
): Promise<ImportPlan['labels']> {
  const rows = await db
    .selectFrom('promptLabels')
    .select(['label', 'version'])
    .where('promptId', '=', promptId)
    .execute()
  const here = new Map(rows.map(({ label, version }) => [label, version]))
  return labels
    .map(({ label, version }) => ({ label, version: versionOf(version) }))
    .filter(({ label, version }) => here.get(label) !== version)
}

async function testsToAdd(db: Db, promptId: string, tests: FilePrompt['tests']) {
  const here = await readAcceptedCases(db, promptId)
  const isHere = ({ reason, values, checks }: FilePrompt['tests'][number]) =>
    here.some((one) => isDeepStrictEqual([one.reason, one.values, one.checks], [reason, values, checks]))
  const missing = tests.filter((test) => !isHere(test))
  const added = missing.slice(0, Math.max(0, testLimits.casesMax - here.length))
  return { tests: added, left: missing.length - added.length }
}
