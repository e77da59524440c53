import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { notLoaded } from '#web/page-meta.ts'
import { ErrorPage } from './error-page.tsx'

/** Stands in the place of a page whose data failed to load. */
export function RouteError({ error }: ErrorComponentProps) {
  return <WordedError title={notLoaded} text={error instanceof Error ? error.message : 'Something went wrong.'} />
}

/** The same in a page's own words. A retry asks for the page again; so does a connection that is back. */
export function WordedError(words: { title: string; text: string }) {
  const router = useRouter()
  useEffect(() => {
    const retry = () => void router.invalidate()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [router])
  return <ErrorPage {...words} onRetry={() => router.invalidate()} />
}
