import { refusalsOf } from '#features/catalogue/draft-rules.ts'
import { findHiddenCharacters } from '#features/catalogue/hidden-rules.ts'
import { refusalOfFork } from '#features/catalogue/licence-rules.ts'
import { type Licence, standardLicence } from '#features/catalogue/rules.ts'
import { findSecrets } from '#features/catalogue/secret-rules.ts'
import { readCategoryNames } from '#features/catalogue/server/category-queries.ts'
import { importKeyOf } from '#features/catalogue/server/insert-prompts.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { PromptFile } from '../contract.ts'
import { type ImportedPrompt, readRecord, titleOf } from '../import-rules.ts'
import { readMarkdown } from '../markdown-rules.ts'
import { BrokenFile, type SourceRow } from '../record-rules.ts'
import { rowsOfText } from '../row-rules.ts'
import { transferLimits } from '../rules.ts'
import { findOrigins, findOwnCopies, type OwnCopy } from './own-copy-queries.ts'

/** A record that can be a prompt of the member's. `known`: the one that it is a copy of. */
export type OwnRecord = {
  line: number
  record: ImportedPrompt
  licence: Licence
  categoryId: string
  key: Buffer
  known: OwnCopy | null
  notes: string[]
}
export type RefusedRow = { line: number; title: string; reason: string }

/**
 * What a file holds, as the member's: each row either refused with a reason, or complete and looked up among the prompts
 * that are theirs already. AppError validation_failed where rows can't be told apart, or are too many.
 */
export async function readOwnRecords(db: Db, member: Member, file: Pick<PromptFile, 'format' | 'content'>) {
  const { slugs, ids } = await readCategoryNames(db)
  const refused: RefusedRow[] = []
  const read: Omit<OwnRecord, 'known' | 'notes'>[] = []
  for (const row of await rowsOf(file)) {
    const record = 'fault' in row ? { refusal: row.fault } : readRecord(row.fields, slugs)
    const reason = 'refusal' in record ? record.refusal : refusalOfRecord(record)
    const title = 'fault' in row ? '' : titleOf(row.fields)
    const categoryId = 'refusal' in record ? undefined : ids.get(record.category)
    if (reason !== null || 'refusal' in record) refused.push({ line: row.line, title, reason: reason ?? '' })
    else if (categoryId === undefined)
      refused.push({ line: row.line, title, reason: `There is no category “${record.category}”.` })
    else {
      const key = importKeyOf(`${member.id}\0${record.title}`, record.original)
      read.push({ line: row.line, record, categoryId, key, licence: record.licence ?? standardLicence })
    }
  }
  const copyOf = await findOwnCopies(
    db,
    member.id,
    read.map(({ key, record }) => ({ ...record, key })),
  )
  const origins = await findOrigins(
    db,
    member,
    read.flatMap(({ record }) => record.exported?.forkOf ?? []),
  )
  const taken = read.flatMap((one): OwnRecord[] => {
    const { record, key, licence, line } = one
    const known = copyOf({ ...record, key })
    const origin = origins.get(record.exported?.forkOf ?? '')
    const refusal = origin && origin.userId !== member.id ? refusalOfFork(origin.licence, licence) : null
    if (known === null && refusal !== null) {
      refused.push({ line, title: record.title, reason: refusal })
      return []
    }
    return [{ ...one, known, notes: notesOn(record) }]
  })
  return { taken, refused: refused.sort((one, other) => one.line - other.line), origins }
}

async function rowsOf({ format, content }: Pick<PromptFile, 'format' | 'content'>): Promise<SourceRow[]> {
  if (format === 'md') return [{ line: 1, fields: readMarkdown(content) }]
  const isJson = /^\ufeff?\s*[[{]/.test(content)
  if (format === 'json' && !isJson) throw invalidField('content', 'This is no JSON: it begins with neither [ nor {.')
  const rows: SourceRow[] = []
  try {
    for await (const row of rowsOfText(onePiece(content))) {
      rows.push(row)
      if (rows.length > transferLimits.rowsMax)
        throw new BrokenFile(`It holds more than ${transferLimits.rowsMax} prompts. Send them in parts.`)
    }
  } catch (error) {
    throw error instanceof BrokenFile ? invalidField('content', error.message) : error
  }
  return rows
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text
}

/** What the form would not take, a file can't bring either. */
function refusalOfRecord({ title, description, content, category, tags, models }: ImportedPrompt): string | null {
  const form = { title, description, content, category, tags, licence: standardLicence, models: models.join(', ') }
  return Object.values(refusalsOf(form))[0] ?? null
}

function notesOn({ content }: ImportedPrompt): string[] {
  return [
    ...findSecrets(content).map(({ kind, line }) => `This looks like a secret: ${kind}, line ${line}.`),
    ...findHiddenCharacters(content).map(
      ({ kind, count, line }) => `It holds ${count} ${kind}, first in line ${line}.`,
    ),
  ]
}
