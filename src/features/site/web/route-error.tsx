import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorPage } from './error-page.tsx'

/** Stands in the place of a page whose data failed to load. */
export function RouteError({ error }: ErrorComponentProps) {
  return (
    <WordedError
      title="This page could not be loaded"
      text={error instanceof Error ? error.message : 'Something went wrong.'}
    />
  )
}

/** The same in a page's own words. */
export function WordedError(words: { title: string; text: string }) {
  const router = useRouter()
  return <ErrorPage {...words} onRetry={() => router.invalidate()} />
}
