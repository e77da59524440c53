import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Protected } from '#features/accounts/web/protected.tsx'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { pageTitle, privateHead } from '#web/page-meta.ts'

/** /dashboard and all paths below it: the sign-in, then the member's prompts or the 404 page (contract "Pages"). */
export const Route = createFileRoute('/dashboard/$')({
  head: () => privateHead('Dashboard'),
  component: () => {
    const { _splat } = Route.useParams()
    return <Protected>{() => (_splat ? <DashboardNotFound /> : <Navigate to="/my-prompts" replace />)}</Protected>
  },
})

/** Sets the title itself, because the server can't know that the page doesn't exist. */
function DashboardNotFound() {
  useEffect(() => {
    document.title = pageTitle('Page Not Found')
  }, [])
  return <NotFoundPage />
}
