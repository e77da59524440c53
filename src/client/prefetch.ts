import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query'

/** Data that was prefetched is prefetched again only after this time, in ms. */
export const prefetchedFreshMs = 10 * 60_000

/** The options of the queries to prefetch: `homeQuery(api, { prefetch: true })` and `footerQuery(api)`. */
type PrefetchQueries<Home, Footer, HomeKey extends QueryKey, FooterKey extends QueryKey> = {
  home: QueryExecuteOptions<Home, Error, Home, Home, HomeKey>
  footer: QueryExecuteOptions<Footer, Error, Footer, Footer, FooterKey>
}

/**
 * Prefetches what the next click may need: the data of the home page, if none is cached, and the footer, unless the
 * reader is on the home page. Never rejects: the query stores an error for the page that needs the data.
 */
export async function prefetchFor<Home, Footer, HomeKey extends QueryKey, FooterKey extends QueryKey>(
  pathname: string,
  queryClient: QueryClient,
  { home, footer }: PrefetchQueries<Home, Footer, HomeKey, FooterKey>,
): Promise<void> {
  const prefetches: Promise<unknown>[] = []
  if (queryClient.getQueryData(home.queryKey) === undefined) {
    prefetches.push(queryClient.query({ ...home, staleTime: prefetchedFreshMs }))
  }
  if (pathname !== '/') prefetches.push(queryClient.query({ ...footer, staleTime: prefetchedFreshMs }))
  await Promise.allSettled(prefetches)
}
