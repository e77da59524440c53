import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorPage } from './error-page.tsx'

/** Replaces a page whose data failed to load. */
export function RouteError({ error }: ErrorComponentProps) {
  return (
    <CustomRouteError
      title="This page could not be loaded"
      text={error instanceof Error ? error.message : 'Something went wrong.'}
    />
  )
}

/** Does the same as `RouteError`, but shows the given texts. */
export function CustomRouteError(texts: { title: string; text: string }) {
  const router = useRouter()
  return <ErrorPage {...texts} onRetry={() => router.invalidate()} />
}
