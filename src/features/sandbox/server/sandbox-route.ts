import { type Form, formOf, textOf } from './parse-form.ts'
import type { Store } from './sandbox-store.ts'

/**
 * The input of a sandbox endpoint. `id` is the one in the path, or empty if there is none. `form` is the query of a GET
 * request, or the body of another request.
 */
export type SandboxCall = { store: Store; id: string; form: Form }

/** Endpoints by method and path in Stripe's API, such as `GET /v1/customers/:id`. */
export type SandboxRoutes = Record<string, (call: SandboxCall) => Promise<object>>

/** Returns a list in Stripe's format, with everything on one page. */
export function listOf<Item>(data: Item[]) {
  return { object: 'list', data, has_more: false, url: '' } as const
}

/**
 * Returns a page of a list, as `created[gte]`, `starting_after` and `limit` define it. Without `limit`, the page has all
 * remaining items.
 */
export function pageOf<Item extends { id: string; created: number }>(all: Item[], form: Form) {
  const since = Number(textOf(formOf(form, 'created'), 'gte') ?? 0)
  const after = textOf(form, 'starting_after')
  const items = all.filter(({ created }) => created >= since)
  const start = after ? items.findIndex(({ id }) => id === after) + 1 : 0
  const end = start + Number(textOf(form, 'limit') ?? items.length)
  return { ...listOf(items.slice(start, end)), has_more: end < items.length }
}

type RouteMatch = { handle: (call: SandboxCall) => Promise<object>; id: string }

/** Finds the endpoint for a request and the id in its path. Returns null if there is none. */
export function findRoute(routes: SandboxRoutes, method: string, path: string): RouteMatch | null {
  for (const [name, handle] of Object.entries(routes)) {
    const [routeMethod = '', pattern = ''] = name.split(' ')
    if (routeMethod !== method) continue
    const match = new RegExp(`^${pattern.replace(':id', '([^/]+)')}$`).exec(path)
    if (match) return { handle, id: match[1] ?? '' }
  }
  return null
}
