import { sql } from 'kysely'
import { VersionedPrompt, WrittenPrompt } from '#features/catalogue/contract.ts'
import { versionDigest } from '#features/catalogue/server/prompt-versions.ts'
import { isLiveForUser } from '#features/catalogue/server/prompt-visibility.ts'
import { collectionLimits } from '#features/collections/rules.ts'
import { isSharedWith } from '#features/collections/server/collection-visibility.ts'
import { getGroup } from '#features/groups/server/group-queries.ts'
import { readAcceptedCases } from '#features/prompt-tests/server/case-queries.ts'
import { exportsPerMember } from '#features/transfer/server/transfer-limits.ts'
import { writeZip, type ZipFile } from '#features/transfer/server/write-zip.ts'
import { t } from '#lib/texts.ts'
import { utcDay } from '#lib/utc-day.ts'
import { deletedAccountId, hasRole, type Member, siteAccountId } from '#platform/actor.ts'
import type { Platform } from '#platform/api.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { columnsOf, type Db, inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { streamOf } from '#platform/stream-of.ts'
import {
  type FileCollection,
  type FilePrompt,
  type FileVersion,
  fileNameOf,
  type GroupHead,
  headName,
  withoutRepeats,
} from '../group-file-rules.ts'
import { groupFileFormat, groupFileLimits as limits } from '../rules.ts'

type ExportedGroup = { name: string; total: number; body: ReadableStream<Uint8Array> }

const versionedFields = Object.keys(VersionedPrompt.shape)
const otherFields = Object.keys(WrittenPrompt.shape).filter((name) => !versionedFields.includes(name))

/** SQL for the versions (as `v`) that the members of a prompt's group may read. */
const isOfGroup = sql`(v.shown or v.shared)`

/** SQL for the prompts (as `p`) that belong to a group and that it uses or has retired, for one of its members. */
function isInFile(groupId: string, member: Member) {
  return sql`p.group_id = ${groupId} and (${isLiveForUser(member.id)} or p.status = 'draft')
    and exists (select from prompt_versions v where v.prompt_id = p.id and ${isOfGroup})`
}

/**
 * Exports a group as a zip, for one of its approvers or an admin who is in it: admins who aren't don't see what it
 * contains. Reads one prompt at a time while the file is sent. Throws AppError not_found, forbidden, rate_limited, or
 * conflict (more than a file may have).
 */
export async function exportGroup(
  { db, limits: rates, now }: Pick<Platform, 'db' | 'limits' | 'now'>,
  member: Member,
  slug: string,
): Promise<ExportedGroup> {
  await rates.take(exportsPerMember, member.id)
  const group = await getGroup(db, member, slug)
  if (group.role !== 'approver' && !(group.role !== null && hasRole(member, 'admin')))
    throw new AppError('forbidden', t('Only approvers of this group, and admins who are in it, may export it.'))
  // At least what they take as JSON, where short values of lists have a line each.
  const { rows } = await sql<{ id: string; bytes: number }>`
    select p.id, ((
      select sum(octet_length(to_json(v.content)::text) + octet_length(to_json(v.description)::text)
        + octet_length(v.files::text) + 3 * octet_length(v.variables::text) + 3000)
      from prompt_versions v where v.prompt_id = p.id and ${isOfGroup}) + coalesce((
      select sum(2 * octet_length(c.filled::text) + 2 * octet_length(c.checks::text) + 1000)
      from test_cases c where c.prompt_id = p.id and c.status = 'accepted'), 0))::float8 as bytes
    from prompts p where ${isInFile(group.id, member)} order by p.id limit ${limits.prompts + 1}`.execute(db)
  const collections = await readCollections(db, member, group.id)
  const collectionFiles = collections.map(({ slug, updatedAt, collection }) => {
    return { name: fileNameOf('collections', slug), bytes: jsonBytes(collection), modifiedAt: updatedAt }
  })
  const bytes = [...rows.map((row) => row.bytes), ...collectionFiles.map((file) => file.bytes.length)].reduce(
    (sum, part) => sum + part,
    0,
  )
  if (rows.length > limits.prompts || bytes > limits.textBytes)
    throw new AppError(
      'conflict',
      t('A file holds up to {prompts} prompts and {value} MB of text, counting all versions. This group has more.', {
        prompts: limits.prompts,
        value: limits.textBytes / 1e6,
      }),
    )
  await inTransaction(db, (tx) =>
    recordAuditEntry(tx, member, {
      action: 'group.export',
      target: { kind: 'group', id: group.id },
      details: { prompts: rows.length },
    }),
  )
  const { name, description, needsApproval, reviewDays, protectedLabels } = group
  const head: GroupHead = { format: groupFileFormat, name, description, needsApproval, reviewDays, protectedLabels }
  const ids = rows.map(({ id }) => id)
  const files = filesOf(db, member, head, { groupId: group.id, ids, collectionFiles, now: now() })
  return { name: `group-${slug}-${utcDay(now())}.zip`, total: rows.length, body: streamOf(writeZip(files)) }
}

async function* filesOf(
  db: Db,
  member: Member,
  head: GroupHead,
  { groupId, ids, collectionFiles, now }: { groupId: string; ids: string[]; collectionFiles: ZipFile[]; now: Date },
): AsyncGenerator<ZipFile> {
  yield { name: headName, bytes: jsonBytes(head), modifiedAt: now }
  for (const id of ids) {
    const found = await readPrompt(db, member, groupId, id)
    if (found)
      yield { name: fileNameOf('prompts', found.slug), bytes: jsonBytes(found.prompt), modifiedAt: found.updatedAt }
  }
  yield* collectionFiles
}

function jsonBytes(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
}

type CollectionRow = { slug: string; updatedAt: Date; collection: FileCollection }

/** Reads the collections on the group's page, with those items that are prompts in the file. */
async function readCollections(db: Db, member: Member, groupId: string): Promise<CollectionRow[]> {
  const { rows } = await sql<CollectionRow>`
    select col.slug, col.updated_at, jsonb_build_object('key', coalesce(k.key, col.id), 'title', col.title,
      'description', col.description, 'owner', o.display_username, 'items', (
        select coalesce(jsonb_agg(jsonb_build_object('prompt', coalesce(pk.key, p.id), 'note', i.note) order by i.position), '[]')
        from collection_items i join prompts p on p.id = i.prompt_id
        left join group_import_keys pk on pk.prompt_id = p.id and pk.group_id = p.group_id
        where i.collection_id = col.id and ${isInFile(groupId, member)})) as collection
    from collections col join users o on o.id = col.user_id
    left join group_collection_keys k on k.collection_id = col.id and k.group_id = ${groupId}
    where ${isSharedWith(member.id, sql`cg.group_id = ${groupId}`)}
    order by col.updated_at desc, col.id desc limit ${collectionLimits.ofGroup}`.execute(db)
  return rows
}

type Row = Omit<FilePrompt, 'versions' | 'labels' | 'tests'> & { slug: string; updatedAt: Date }
type VersionRow = Omit<FileVersion, 'createdAt'> & { version: number; createdAt: Date }

/** Returns a prompt of the group for the file, or null if the group has lost it since the export began. */
async function readPrompt(db: Db, member: Member, groupId: string, id: string) {
  const { rows } = await sql<Row>`
    select coalesce(k.key, p.id) as key, p.slug, p.updated_at, ${columnsOf('p', otherFields)}, c.slug as category,
      p.language, coalesce(p.credit, case when u.id not in (${siteAccountId}, ${deletedAccountId}) then u.display_username end)
        as credit,
      o.display_username as owner, p.status = 'draft' as retired
    from prompts p join categories c on c.id = p.category_id join users u on u.id = p.user_id
    left join group_import_keys k on k.prompt_id = p.id and k.group_id = p.group_id
    left join prompt_reviews r on r.prompt_id = p.id left join users o on o.id = r.owner_id
    where p.id = ${id} and ${isInFile(groupId, member)}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { slug, updatedAt, ...fields } = row
  const { rows: versionRows } = await sql<VersionRow>`
    select v.version, ${columnsOf('v', versionedFields)}, v.note, v.created_at from prompt_versions v
    where v.prompt_id = ${id} and ${isOfGroup} order by v.version`.execute(db)
  const places = new Map(versionRows.map(({ version }, index) => [version, index + 1]))
  const labelRows = await db
    .selectFrom('promptLabels')
    .select(['label', 'version'])
    .where('promptId', '=', id)
    .orderBy('label')
    .execute()
  const labels = labelRows.flatMap(({ label, version }) => {
    const place = places.get(version)
    return place === undefined ? [] : [{ label, version: place }]
  })
  const versions = versionRows.map(({ version: _, createdAt, ...version }) => {
    return { ...version, createdAt: createdAt.toISOString() }
  })
  const tests = (await readAcceptedCases(db, id)).map(({ reason, values, checks }) => ({ reason, values, checks }))
  const { prompt } = withoutRepeats({ ...fields, versions, labels, tests }, versions.map(versionDigest))
  return { slug, updatedAt, prompt }
}
