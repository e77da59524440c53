import type { QueryClient } from '@tanstack/react-query'
import type { Api } from './api.ts'

/** What loaders and pages find in the router's context: no loader knows where it runs. */
export type RouterContext = { queryClient: QueryClient; api: Api }
