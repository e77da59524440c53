import { createFileRoute, Navigate } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { ClientNotFoundPage } from '#features/site/web/client-not-found-page.tsx'
import { privateHead } from '#web/page-meta.ts'

/**
 * /dashboard and the paths below it. Members get their list of prompts at /dashboard and the 404 page elsewhere;
 * visitors are asked to sign in.
 */
export const Route = createFileRoute('/dashboard/$')({
  head: () => privateHead('Dashboard'),
  component: () => {
    const { _splat } = Route.useParams()
    return <Protected>{() => (_splat ? <ClientNotFoundPage /> : <Navigate to="/my-prompts" replace />)}</Protected>
  },
})
