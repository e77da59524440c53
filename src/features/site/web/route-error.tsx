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

/** The same for the home page, in the words of spec section 8. */
export function HomeError() {
  const router = useRouter()
  return (
    <ErrorPage
      title="Error loading homepage data"
      text="There was a problem loading the homepage data. Please try again later."
      onRetry={() => router.invalidate()}
    />
  )
}
