import { createFileRoute } from '@tanstack/react-router'
import { VerifyPage } from '#features/accounts/web/verify-page.tsx'
import { t } from '#lib/texts.ts'
import { secretHead } from '../-slots/-secret-head.ts'

export const Route = createFileRoute('/auth/verify')({
  head: () => secretHead(t('Confirm your email')),
  component: VerifyPage,
})
