import type { Context } from 'hono'
import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { anybody } from '#features/collections/server/collection-queries.ts'
import { type Actor, requireMember } from '#platform/actor.ts'
import { type Api, type ApiEnv, createApi, type Platform } from '#platform/api.ts'
import { filePolicy } from '#platform/file-policy.ts'
import { skillsContract as contract } from '../contract.ts'
import { filesPath, indexPath, labelPath, listedPaths, marketplacePath, privatePath } from '../rules.ts'
import { countDownload } from './count-download.ts'
import { readDownloads, readSkillCost } from './download-queries.ts'
import { createSkillAddress, getAddressOwnerOrThrow, readSkillAddress, revokeSkillAddress } from './skill-address.ts'
import { digestOf, fileOf } from './skill-files.ts'
import { getSkillOrThrow, listSkills, type SkillReading, type SkillScope } from './skill-queries.ts'
import { indexEntryOf, marketplaceEntryOf, writeIndex, writeMarketplace } from './write-lists.ts'

/** What this feature depends on. `origin` returns the site's address. */
type SkillContext = Platform & Pick<Accounts, 'registration'> & { siteName: string; origin: () => string }

/** Below a private address, nothing is cached, and a list of long texts takes seconds. */
const readsPerAddress = { name: 'skill-reads', points: 600, seconds: 3600 }
const addressesPerMember = { name: 'skill-address', points: 60, seconds: 3600 }

/** Nobody but the member's own program may keep what is below a secret path, or learn the path. */
const privateHeaders = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'Content-Security-Policy': filePolicy,
  'Referrer-Policy': 'no-referrer',
}

/**
 * Who reads which versions, and below which path: anybody below the site's address, or a member below a secret path.
 * `counted`: who downloads.
 */
type Reading = SkillReading & { counted: Actor; prefix: string; headers: Record<string, string> }

/** Creates the endpoints of skills: lists and files for the programs that install them, costs, downloads and secret paths. */
export function skillsRoutes(context: SkillContext): Api {
  const { db, now, limits, siteName, origin } = context
  const api = createApi()
  api.openapi(contract.getCollectionSkills, async (c) =>
    c.json(await readSkillCost(db, c.get('actor'), c.req.valid('param').id), 200),
  )
  api.openapi(contract.getSkillDownloads, async (c) => c.json(await readDownloads(db, c.req.valid('param').id), 200))
  api.openapi(contract.getSkillAddress, async (c) =>
    c.json(await readSkillAddress(db, requireMember(c.get('actor')).id), 200),
  )
  api.openapi(contract.createSkillAddress, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(addressesPerMember, member.id)
    return c.json({ url: origin() + (await createSkillAddress(db, member, now())) }, 201)
  })
  api.openapi(contract.revokeSkillAddress, async (c) => {
    await revokeSkillAddress(db, requireMember(c.get('actor')))
    return c.body(null, 204)
  })

  const openReading = async (c: Context<ApiEnv>): Promise<Reading> => {
    const label = c.req.param('label')
    return { reader: anybody, counted: c.get('actor'), label, prefix: prefixOf(label), headers: {} }
  }
  const privateReading = async (c: Context<ApiEnv>): Promise<Reading> => {
    const token = c.req.param('token') ?? ''
    const reader = await getAddressOwnerOrThrow(context, token, c.get('actor'))
    await limits.take(readsPerAddress, reader.id)
    const label = c.req.param('label')
    const prefix = privatePath + token + prefixOf(label)
    return { reader, counted: reader, label, prefix, headers: privateHeaders }
  }
  for (const [base, readingOf] of [
    ['', openReading],
    [`${labelPath}:label`, openReading],
    [`${privatePath}:token`, privateReading],
    [`${privatePath}:token${labelPath}:label`, privateReading],
  ] as const) {
    for (const [path, scopeOf] of scopes) {
      api.get(base + path + indexPath, async (c) => {
        const reading = await readingOf(c)
        const source = { siteName, origin: origin(), prefix: reading.prefix }
        const entries = await listSkills(db, reading, scopeOf(c), (skill) => indexEntryOf(skill, source))
        return c.body(writeIndex(entries), 200, { ...reading.headers, 'Content-Type': 'application/json' })
      })
      api.get(base + path + marketplacePath, async (c) => {
        const reading = await readingOf(c)
        const source = { siteName, origin: origin(), prefix: reading.prefix }
        const scope = scopeOf(c)
        const entries = await listSkills(db, reading, scope, (skill) => marketplaceEntryOf(skill, source))
        const list = [reading.label, 'slug' in scope && scope.slug].filter(Boolean).join('-')
        return c.body(writeMarketplace(entries, source, list || 'skills'), 200, {
          ...reading.headers,
          'Content-Type': 'application/json',
        })
      })
    }
    api.get(`${base}${filesPath}:name/:file{SKILL\\.md|skill\\.zip|plugin\\.zip}`, async (c) => {
      const reading = await readingOf(c)
      const { prefix, headers } = reading
      const { name, file } = c.req.param()
      const skill = await getSkillOrThrow(db, reading, name)
      if (skill.name !== name) return c.redirect(`${prefix}${filesPath}${skill.name}/${file}`, 301)
      const { bytes, type } = await fileOf(skill, file, siteName)
      const etag = `"${digestOf({ bytes, type })}"`
      const fileHeaders = { 'Cache-Control': 'no-cache', 'Content-Security-Policy': filePolicy, ...headers, ETag: etag }
      if (c.req.header('If-None-Match') === etag) return c.body(null, 304, fileHeaders)
      const { id, version } = skill.prompt
      if (c.req.method === 'GET') await countDownload(db, reading.counted, { id, version: version ?? 1 }, now())
      return c.body(new Uint8Array(bytes), 200, { ...fileHeaders, 'Content-Type': type })
    })
  }
  return api
}

/** Returns the start of the paths below which skills have a label. */
function prefixOf(label: string | undefined): string {
  return label === undefined ? '' : labelPath + label
}

/** The paths that have lists, and whose skills each list has. */
const scopes: [string, (c: Context<ApiEnv>) => SkillScope][] = [
  ['', () => ({ kind: 'site' })],
  ...(['collection', 'prompt'] as const).flatMap((kind) =>
    listedPaths[kind].map((path): [string, (c: Context<ApiEnv>) => SkillScope] => [
      `${path}:slug`,
      (c) => ({ kind, slug: c.req.param('slug') ?? '' }),
    ]),
  ),
]
