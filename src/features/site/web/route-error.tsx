import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorPage } from './error-page.tsx'

/** Stands in the place of a page whose data failed to load; a retry asks for it again. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <ErrorPage
      title="This page could not be loaded"
      text={error instanceof Error ? error.message : 'Something went wrong.'}
      onRetry={() => router.invalidate()}
    />
  )
}

/** The same in a page's own words. */
export function WordedError(words: { title: string; text: string }) {
  const router = useRouter()
  return <ErrorPage {...words} onRetry={() => router.invalidate()} />
}
