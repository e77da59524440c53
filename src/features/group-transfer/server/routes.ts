import { requireMember, requireRole } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { groupTransferContract as contract } from '../contract.ts'
import { exportGroup } from './export-group.ts'
import { type GroupTransferContext, importGroup } from './import-group.ts'

/**
 * Creates the endpoints that export a group as a file and import such a file. Mount it before the guard that accepts only
 * JSON.
 */
export function groupTransferRoutes(context: GroupTransferContext): Api {
  const api = createApi()
  api.openapi(contract.exportGroup, async (c) => {
    const member = requireMember(c.get('actor'))
    const { name, total, body } = await exportGroup(context, member, c.req.valid('param').slug)
    return c.body(body, 200, {
      'Content-Type': 'application/zip',
      'X-Total-Count': String(total),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    })
  })
  api.openapi(contract.importGroup, async (c) => {
    const admin = requireRole(c.get('actor'), 'admin')
    const { preview, settings, from } = c.req.valid('query')
    const request = {
      slug: c.req.valid('param').slug,
      isPreview: preview === 'true',
      takesSettings: settings === 'true',
      from,
    }
    return c.json(await importGroup(context, admin, request, c.req.raw.body), 200)
  })
  return api
}
