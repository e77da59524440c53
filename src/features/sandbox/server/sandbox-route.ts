import type { Form } from './parse-form.ts'
import type { Store } from './sandbox-store.ts'

/** What an endpoint of the sandbox gets: the form is the query of a GET, else the body. */
export type SandboxCall = { store: Store; id: string; form: Form }

/** Endpoints by method and path, as Stripe's API has them. */
export type SandboxRoutes = Record<string, (call: SandboxCall) => Promise<object>>

/** A list as Stripe answers it; the sandbox has everything on one page. */
export function listOf<Item>(data: Item[]) {
  return { object: 'list', data, has_more: false, url: '' } as const
}

type Found = { answer: (call: SandboxCall) => Promise<object>; id: string }

/** The endpoint for a request, and the id in its path; null when there is none. */
export function findRoute(routes: SandboxRoutes, method: string, path: string): Found | null {
  for (const [name, answer] of Object.entries(routes)) {
    const [verb = '', pattern = ''] = name.split(' ')
    if (verb !== method) continue
    const match = new RegExp(`^${pattern.replace(':id', '([^/]+)')}$`).exec(path)
    if (match) return { answer, id: match[1] ?? '' }
  }
  return null
}
