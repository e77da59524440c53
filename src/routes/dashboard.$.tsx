import { createFileRoute, Navigate } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { ClientNotFoundPage } from '#features/site/web/client-not-found-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

/**
 * /dashboard and the paths below it. Members are redirected from /dashboard to their prompts, and get the 404 page at
 * the paths below it. Visitors are asked to sign in.
 */
export const Route = createFileRoute('/dashboard/$')({
  head: () => privateHead(t('Dashboard')),
  component: () => {
    const { _splat } = Route.useParams()
    return <Protected>{() => (_splat ? <ClientNotFoundPage /> : <Navigate to="/my-prompts" replace />)}</Protected>
  },
})
