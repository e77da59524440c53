/** Maps each action's code to words that follow the actor's name. The groups are those of the filter. */
export const auditActions: Record<string, Record<string, string>> = {
  Account: {
    'account.register': 'registered',
    'account.login': 'signed in',
    'account.login-failed': 'failed to sign in',
    'account.verify-email': 'confirmed an email address',
    'account.password-change': 'changed a password',
    'account.password-reset': 'reset a password',
    'account.reset-link': 'made a link to reset a password',
    'account.second-factor-on': 'turned two-step sign-in on',
    'account.second-factor-off': 'turned two-step sign-in off',
    'account.recovery-codes': 'made new recovery codes',
    'account.passkey-add': 'added a passkey',
    'account.passkey-remove': 'removed a passkey',
    'account.connect': 'connected an account at another site',
    'account.disconnect': 'disconnected an account at another site',
    'account.token-create': 'created an API token',
    'account.token-revoke': 'revoked an API token',
    'account.app-connect': 'connected an app',
    'account.app-disconnect': 'disconnected an app',
    'account.delete': 'deleted an account',
    'account.role': 'changed a role',
    'account.ban': 'banned a user',
    'account.unban': 'lifted a ban',
    'account.undo': 'undid everything an account did',
    'account.clear-profile': 'cleared a profile',
    'account.remove-profile': 'removed a profile',
    'account.restore-profile': 'restored a profile',
  },
  Prompts: {
    'webhook.create': 'made a webhook of the site',
    'webhook.delete': 'deleted a webhook of the site',
    'prompt.publish': 'published a prompt',
    'prompt.audience': 'changed which groups may read a prompt',
    'prompt.approve': 'approved a change for a group',
    'prompt.return': 'returned a change for a group',
    'prompt.review': 'confirmed a prompt of a group',
    'prompt.retire': 'took a prompt of a group out of use',
    'prompt.owner': 'changed who answers for a prompt',
    'prompt.edit': 'edited a prompt',
    'prompt.delete': 'deleted a prompt',
    'prompt.restore': 'restored a prompt',
    'prompt.remove': 'removed a prompt',
    'prompt.forgive': 'reversed the removal of a deleted prompt',
    'prompt.label': 'moved a label of a prompt',
    'prompt.put-back': 'undid an edit of a prompt',
    'prompt.see-findings': 'looked at what was found in a prompt',
    'prompt.feature': 'featured a prompt',
    'prompt.unfeature': 'stopped featuring a prompt',
    'prompt.tests': 'changed the test cases of a prompt',
    'prompts.import': 'imported prompts',
    'prompts.ask-featured': 'asked a model about the featured prompts',
  },
  Moderation: {
    'report.dismiss': 'dismissed a report',
    'report.remove': 'removed what was reported',
    'report.ban': 'banned the author of what was reported',
    'report.reopen': 'reopened a report',
    'comment.approve': 'approved a comment',
    'comment.remove': 'removed a comment',
    'comments.close': 'closed the comments',
    'comments.open': 'reopened the comments',
    'example.approve': 'approved an example',
    'example.remove': 'removed an example',
    'example.restore': 'restored an example',
    'example.dismiss': 'dismissed the reports about an example',
    'collection.feature': 'featured a collection',
    'collection.unfeature': 'stopped featuring a collection',
    'collection.remove': 'removed a collection',
    'collection.restore': 'restored a collection',
    'comparison.withdraw': 'took a comparison down',
    'comparison.show': 'restored a comparison',
    'claim.request': 'claimed an author’s name',
    'claim.prove': 'proved a claim to an author’s name',
    'claim.approve': 'approved a claim',
    'claim.decline': 'declined a claim',
    'claim.revoke': 'revoked a claim',
    'claim.release': 'gave up an author’s name',
    'message.done': 'marked a message as done',
    'message.reopen': 'reopened a message',
  },
  Credits: {
    'credits.give': 'gave credits',
    'subscription.create': 'subscribed to Premium',
    'subscription.cancel': 'canceled Premium',
    'subscription.resume': 'resumed Premium',
    'subscription.refund': 'refunded a payment',
    'subscription.reinstate': 'reversed a refund',
  },
  Site: {
    'group.create': 'created a group',
    'group.change': 'changed a group',
    'group.delete': 'deleted a group',
    'group.export': 'exported a group',
    'group.import': 'imported a file into a group',
    'group.add': 'added a person to a group',
    'group.role': 'changed a role in a group',
    'group.remove': 'removed a person from a group',
    'invitation.create': 'created an invitation',
    'invitation.revoke': 'revoked an invitation',
    'tool.create': 'added a tool',
    'tool.change': 'changed a tool',
    'tool.delete': 'deleted a tool',
    'category.create': 'added a category',
    'category.change': 'changed a category',
    'category.delete': 'deleted a category',
    'models.test': 'tested a model',
    'models.end': 'marked a model as ended',
    'models.reopen': 'no longer marked a model as ended',
    'cache.clear': 'cleared the page cache',
    'demo.add': 'added demo data',
    'demo.remove': 'removed demo data',
  },
}

const names: Record<string, string> = Object.assign({}, ...Object.values(auditActions))

/** Returns an action in words, or its code if this file has no words for it. */
export function nameOfAction(action: string): string {
  return names[action] ?? action
}

const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** What the names of details are called where the name alone wouldn’t continue the sentence. */
const detailNames: Record<string, string> = { role: 'to', before: 'previously' }

/**
 * Returns the details of an action as text, such as `token …206cb2d8, days 3`. Ids are shortened to their last 8
 * characters, which are enough to tell them apart.
 */
export function detailsInWords(details: Record<string, string | number | boolean | null>): string {
  return Object.entries(details)
    .map(
      ([name, value]) =>
        `${detailNames[name] ?? name} ${idPattern.test(String(value)) ? `…${String(value).slice(-8)}` : value}`,
    )
    .join(', ')
}
