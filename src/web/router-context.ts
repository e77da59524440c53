import type { QueryClient } from '@tanstack/react-query'
import type { Api } from './api.ts'

/** The router's context for loaders and pages, the same on the server and in the browser. */
export type RouterContext = { queryClient: QueryClient; api: Api }
