import type { QueryFunctionContext } from '@tanstack/react-query'
import type { Api, CallOptions } from './api.ts'
import type { GetEndpoint, InputArgument, Output } from './endpoints.ts'

type QueryInput<Name extends GetEndpoint> = InputArgument<Name, Pick<CallOptions, 'headers' | 'rules'>>

/**
 * The key and the function of a TanStack query for an endpoint. The key is the path in the contract, followed by one
 * object with params and query, if any: `['/api/prompts/{id}', { id }]`. Canceling the query aborts its request.
 */
export function apiQuery<Name extends GetEndpoint>(api: Api, name: Name, ...[input]: QueryInput<Name>) {
  const { params, query } = (input ?? {}) as { params?: object; query?: object }
  const path = name.slice('GET '.length)
  return {
    queryKey: params || query ? [path, { ...params, ...query }] : [path],
    queryFn: ({ signal }: QueryFunctionContext): Promise<Output<Name>> =>
      api(name, ...([{ ...input, signal }] as InputArgument<Name, CallOptions>)),
  }
}
