import type { QueryClient } from '@tanstack/react-query'
import type { Api } from './api.ts'

/** What the router passes to loaders and pages, on the server and in the browser. */
export type RouterContext = {
  queryClient: QueryClient
  api: Api
  /** A hook that runs the app's background work while the root document is mounted. `src/app/` provides it. */
  useAppWork: () => void
}
