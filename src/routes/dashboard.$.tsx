import { createFileRoute, Navigate } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { ClientNotFoundPage } from '#features/site/web/client-not-found-page.tsx'
import { privateHead } from '#web/page-meta.ts'

/**
 * /dashboard and all paths below it: asks to sign in, then shows the member's prompts or the 404 page.
 */
export const Route = createFileRoute('/dashboard/$')({
  head: () => privateHead('Dashboard'),
  component: () => {
    const { _splat } = Route.useParams()
    return <Protected>{() => (_splat ? <ClientNotFoundPage /> : <Navigate to="/my-prompts" replace />)}</Protected>
  },
})
