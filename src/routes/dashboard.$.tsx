import { createFileRoute, Navigate } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { LateNotFoundPage } from '#features/site/web/late-not-found-page.tsx'
import { privateHead } from '#web/page-meta.ts'

/** /dashboard and everything below it: sign-in first, then one's prompts, or the 404 page (contract "Pages"). */
export const Route = createFileRoute('/dashboard/$')({
  head: () => privateHead('Dashboard'),
  component: () => {
    const { _splat } = Route.useParams()
    return <Protected>{() => (_splat ? <LateNotFoundPage /> : <Navigate to="/my-prompts" replace />)}</Protected>
  },
})
