import { createFileRoute } from '@tanstack/react-router'
import { ForgotPage } from '#features/accounts/web/forgot-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/auth/forgot')({
  head: () => privateHead(t('Forgot password'), 'auth'),
  component: ForgotPage,
})
