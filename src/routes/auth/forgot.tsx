import { createFileRoute } from '@tanstack/react-router'
import { ForgotPage } from '#features/accounts/web/forgot-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'

export const Route = createFileRoute('/auth/forgot')({
  head: () => privateHead('Forgot password', 'auth'),
  component: ForgotPage,
})
