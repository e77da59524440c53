import { createFileRoute } from '@tanstack/react-router'
import { ResetPage } from '#features/accounts/web/reset-page.tsx'
import { secretHead } from '../-slots/-secret-head.ts'

export const Route = createFileRoute('/auth/reset')({
  head: () => secretHead('Choose a new password'),
  component: ResetPage,
})
