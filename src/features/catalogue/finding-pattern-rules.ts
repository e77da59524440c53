import type { Finding, FoundWhat } from './paper-rules.ts'

/**
 * What makes a text alarming. `parts` are searched one after the other: each begins after the one before has ended, in
 * the same sentence, or in the same line if `inLine` is set. `unless` matches the rest of a sentence that is no alarm,
 * for example one that warns.
 */
export type FindingPattern = Pick<Finding, 'kind'> & {
  what: FoundWhat
  parts: RegExp[]
  inLine?: true
  unless?: RegExp
}

const run = /\b(?:run|runs|execute|executes|follow|follows|obey|obeys|eval|carry out|do|perform|adopt|apply)\b/gi
const otherInstructions =
  /\b(?:instructions?|prompts?|rules?|guidance|guidelines|directives?|directions|orders|polic(?:y|ies)|restrictions|safeguards|guardrails|messages?)\b/gi
const userData =
  /\b(?:conversations?|chat (?:history|logs?)|transcripts?|api[ _-]?keys?|passwords?|credentials?|access[ _-]tokens?|tokens|secrets|private keys?|ssh keys?|environment variables?|env vars?|cookies|system prompt|source code|clipboard|contacts?|address book|browser history|memory|memories|inbox|everything you know|all you know|(?:whatever|everything|anything) (?:that )?the user (?:writes|says|types|asks|enters|sends)|(?:all|every|these) (?:the |your )?files?|personal (?:data|details|information)|(?:user|customer|client)(?:['’]s)? (?:names?|data|e?-?mails?|details|files?|messages?|input|replies|answers?|questions?)|contents? of (?:the |this |all |every |any )?(?:files?|repositor(?:y|ies)|folders?|director(?:y|ies)|workspace)|whole (?:repository|workspace|folder))\b|(?<![\w.])\.env\b/gi
const sends =
  /\b(?:send|sends|sending|post|posts|posting|upload|uploads|transmit|forward|e-?mail|mail|submit|exfiltrate|leak|beacon|push|copy|deliver|report back|pass|share|attach)\b/gi
const secretFile =
  /~\/\.(?:ssh|aws|config\/gcloud|kube|netrc|npmrc|docker|gnupg)\b|\bid_(?:rsa|ed25519)\b|\/etc\/(?:passwd|shadow)\b|(?<![\w.])\.env\b(?!\.example)|\bcredentials\.json\b|\bprintenv\b|\$\(env\)/gi

/** Where data may be sent. */
const outside =
  /https?:\/\/|\bwebhook\b|\b[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2}|\b(?:our|my|this|the following|an? (?:external|remote|outside)|the (?:external|remote|attacker['’]s)) (?:server|endpoint|address|host|api|url|site|inbox|channel|bucket|listener|collector)\b|\b(?:telegram|discord|pastebin|requestbin|ngrok|gist|paste site)\b/gi
const innocent = /\b(?:never|not|don['’]t|cannot|avoid|refuse|without|whether|how)\b/i

/** What makes clear that a sentence quotes or forbids an instruction. */
const notMeant =
  /\b(?:never|(?:don['’]t|do not|cannot|can['’]t|must not|should not|shouldn['’]t) (?:ignore|override|bypass|forget|disregard|discard)|attempts?|tries|try to|asks? (?:you )?to|if (?:the|a|an|any|some)|when (?:the|a|an|any)|whether|such as|e\.g\.|phrases?|refuse|resist|prevent|protect|detect)\b|["“'‘](?:please )?(?:ignore|disregard|forget)/i
/** What says that a sentence doesn't ask for something, but asks about it or forbids it. */
const notAnOrder = /\b(?:never|not|don['’]t|whether|how|why)\b/i
/** The rules that a model may have, but a customer doesn't order. */
const modelRules = /\b(?:instructions?|prompts?|rules|guidelines|directives?|restrictions|safeguards|guardrails)\b/gi
const noLonger =
  /\b(?:no longer (?:apply|applies|count|counts|bind|binds|matter|matters|valid)|(?:is|are|be) (?:now |hereby )?(?:no longer valid|cancell?ed|void|suspended|obsolete|revoked|lifted|repealed|replaced|superseded))\b/gi
/** What makes clear that a sentence is about a story. */
const inAStory = /\b(?:stor(?:y|ies)|scenes?|novels?|poems?|characters?|plot|films?|movies?|chapters?|tales?)\b/i

export const findingPatterns: FindingPattern[] = [
  {
    kind: 'command',
    what: 'has a command that downloads and runs a program',
    parts: [
      /\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\b/gi,
      /\|\s{0,3}(?:sudo\s{1,3})?(?:(?:ba|z|da|k|fi)?sh|python3?|node|perl|ruby|php|iex|invoke-expression)\b|(?:&&|;)\s{0,3}(?:sudo\s{1,3})?(?:(?:ba|z)?sh|python3?|chmod \+x|chmod 7|\.\/)/gi,
    ],
    inLine: true,
  },
  {
    kind: 'command',
    what: 'has a command that downloads and runs a program',
    parts: [
      /\b(?:(?:ba|z)?sh|eval|source|python3?|iex|invoke-expression)\b[ "'(`<]{0,4}(?:-c[ "'(`]{0,4})?(?:\$\(|<\(|\(new-object|\((?:iwr|irm)\b)/gi,
      /\bcurl\b|\bwget\b|https?:\/\/|net\.webclient/gi,
    ],
    inLine: true,
  },
  {
    kind: 'command',
    what: 'has a command that downloads and runs a program',
    parts: [
      /\b(?:python3?|node|perl|ruby|php)\s{1,3}-[cer]\b/gi,
      /\b(?:urlopen|urlretrieve|requests\.get|fetch\(|net::http|file_get_contents|socket)\b|https?:\/\//gi,
    ],
    inLine: true,
  },
  {
    kind: 'command',
    what: 'has a command that downloads and runs a program',
    parts: [
      /\b(?:npx|pnpx|bunx|uvx)\s[^\n|]{0,30}https?:\/\/|\b(?:pip3?|uv)\s[^\n|]{0,80}-index-url[ =]{1,3}http|\bcertutil\b[^\n|]{0,30}-urlcache\b/gi,
    ],
  },
  {
    kind: 'command',
    what: 'has a command that downloads and runs a program',
    parts: [/\b(?:download|fetch|pull) (?:and|then) (?:then )?(?:run|execute|launch)\b/gi, /https?:\/\//gi],
    unless: notAnOrder,
  },
  {
    kind: 'command',
    what: 'has a command that downloads and runs a program',
    parts: [
      /\b(?:download|fetch|pull|get)\b/gi,
      /https?:\/\//gi,
      /\b(?:and|then) (?:then )?(?:run|execute|launch|start) (?:it|them|the (?:file|program|script|installer|tool|binary))\b/gi,
    ],
    unless: notAnOrder,
  },
  {
    kind: 'command',
    what: 'has a command that runs as soon as an agent opens it',
    parts: [/(?<![\w!`])!`(?=[^`\n])/g],
  },
  {
    kind: 'command',
    what: 'has a command that deletes files or disks',
    parts: [
      /\brm\s{1,3}(?:-{1,2}[\w-]{1,20}\s{1,3}){1,4}["']?(?:\/(?!\w)|\/(?:etc|usr|var|home|bin|boot|lib|opt|root|users)\b|~|\$\{?HOME|\*|\.\.?\/?(?:\s|$))|\bmkfs\.\w|\bdd\s{1,3}if=|\bdel\s{1,3}\/[sfq]\b|\brd\s{1,3}\/s\b|\bformat\s{1,3}[c-z]:|\bRemove-Item\b[^\n|]{0,60}-Recurse\b|\bshred\s{1,3}-|\bfind\s{1,3}[~./$][^\n|]{0,60}-delete\b|:\(\)\s{0,2}\{\s{0,2}:\|:&|>\s{0,2}\/dev\/sd[a-z]/gi,
    ],
  },
  {
    kind: 'command',
    what: 'has a command that opens a way into the machine',
    parts: [
      /\/dev\/tcp\/|\b(?:nc|ncat|netcat)\s{1,3}(?:[\w.-]{1,60}\s{1,3}){0,4}-\w{0,3}e\b|\bdocker\s{1,3}run\b[^\n|]{0,80}(?:--privileged\b|-v\s{1,3}\/:)|\bbash\s{1,3}-i\s{0,3}>&|\bauthorized_keys\b|\bngrok\s{1,3}(?:tcp|http)\b|\bsshd?\s{1,3}-R\s|\bmsfvenom\b/gi,
    ],
  },
  {
    kind: 'command',
    what: 'has a command that changes what runs on the machine',
    parts: [
      />>\s{0,3}["']?(?:~|\$HOME)\/\.(?:bashrc|zshrc|profile|bash_profile|config\/fish)|\bcrontab\s{1,3}(?:-\s|-l\s{0,3}[|;)])|\|\s{0,3}crontab\b|>>?\s{0,3}\/etc\/(?:cron|sudoers|hosts|profile)|\bschtasks\s{1,3}\/create|\bNOPASSWD\b|\breg\s{1,3}add\s{1,3}hk|\bchmod\s{1,3}(?:-R\s{1,3})?(?:777|u\+s|4755)\b|\bset-executionpolicy\s{1,3}(?:bypass|unrestricted)|\blaunchctl\s{1,3}load\b/gi,
    ],
    unless: /\b(?:explain|teach|never|avoid|why|difference|what does)\b/i,
  },
  {
    kind: 'command',
    what: 'has a command that runs encoded code',
    parts: [
      /\b(?:eval|(?:ba|z)?sh\s{1,3}-c)\b[^\n]{0,60}\bbase64\s{1,3}(?:-d|-D|--decode)\b|\bbase64\s{1,3}(?:-d|-D|--decode)\b[^\n|]{0,80}\|\s{0,3}(?:sudo\s{1,3})?(?:(?:ba|z)?sh|python3?|node|perl)\b|\b(?:exec|eval)\s{0,2}\(\s{0,2}(?:compile\s{0,2}\(\s{0,2})?(?:atob|base64\.|bytes\.fromhex|codecs\.decode|zlib\.|Buffer\.from|decodeURIComponent|__import__)|\bpowershell(?:\.exe)?\b[^\n|]{0,60}\s-e(?:nc|ncodedcommand)?\s|\bxxd\s{1,3}-r\b[^\n|]{0,60}\|\s{0,3}(?:ba)?sh\b/gi,
    ],
  },
  {
    kind: 'command',
    what: 'turns protection off',
    parts: [
      /--dangerously-skip-permissions|--yolo\b|--no-sandbox\b|\bsetenforce\s{1,3}0\b|\bufw\s{1,3}disable\b|\bcsrutil\s{1,3}disable\b|\bDisableRealtimeMonitoring\b|\bgit\s{1,3}config\b[^\n]{0,60}sslVerify\s{1,3}false|\bxattr\s{1,3}-d\b[^\n]{0,20}com\.apple\.quarantine|\bspctl\s{1,3}--master-disable/gi,
    ],
  },
  {
    kind: 'command',
    what: 'turns protection off',
    parts: [
      /\b(?:disable|turn off|switch off|deactivate|stop|uninstall|kill)\b/gi,
      /\b(?:(?:the |your |any |all )?(?:anti-?virus|firewall|windows defender|defender|sandbox|gatekeeper|selinux|apparmor|permission (?:checks?|prompts?)|approval prompts?|audit log(?:ging|s)?|endpoint protection|security software))\b/gi,
    ],
    unless: /\b(?:never|not|don['’]t|how|why|whether|if|risks?|avoid)\b/i,
  },
  {
    kind: 'command',
    what: 'reads keys or passwords of the machine',
    parts: [
      /\b(?:cat|type|less|cp|scp|tar|zip|read|open|print|show|copy|get-content|grep|list|collect|include|base64)\b/gi,
      secretFile,
    ],
    unless: /\b(?:never|not|don['’]t|ignore|gitignore|avoid|exclude|without)\b/i,
  },
  {
    kind: 'send',
    what: 'tells the model to send data to an address',
    parts: [sends, userData, /\b(?:to|at|via|into|on|through|with)\b/gi, outside],
    unless: innocent,
  },
  {
    kind: 'send',
    what: 'tells the model to send data to an address',
    parts: [
      sends,
      /https?:\/\/|\bwebhook\b/gi,
      /\b(?:with|containing|including|along with|together with|whose body|as)\b/gi,
      userData,
    ],
    unless: innocent,
  },
  {
    kind: 'send',
    what: 'tells the model to send data to an address',
    parts: [/\bexfiltrat(?:e|es|ing)\b/gi, /\b(?:to|via|through|by|all|any|the)\b/gi],
    unless: /\b(?:never|not|detect|prevent|analy|risk|attempts?|whether|against|how)\b/i,
  },
  {
    kind: 'send',
    what: 'tells the model to send data to an address',
    parts: [
      userData,
      sends,
      /\b(?:it|them|all|everything|these|those|the (?:result|values|list|file))\b/gi,
      /\b(?:to|at|via|into|on|through)\b/gi,
      outside,
    ],
    unless: innocent,
  },
  {
    kind: 'send',
    what: 'tells the model to send data to an address',
    parts: [
      /\b(?:send|sends|sending|upload|uploads|transmit|forward|mail|exfiltrate)\b/gi,
      /\b(?:repository|repo|codebase|source tree|workspace|(?:working|project|home) (?:directory|folder))\b/gi,
      /\b(?:to|at|via|into|on|through|with)\b/gi,
      outside,
    ],
    unless: innocent,
  },
  {
    kind: 'send',
    what: 'has a command that sends files or settings to an address',
    parts: [
      /\bcurl\b|\bwget\b|\binvoke-(?:webrequest|restmethod)\b|\bnc\s|\bscp\s|\brsync\s/gi,
      /(?:-d|--data(?:-\w{1,12})?|-F|--form|-T|--upload-file|--post-file|--post-data|-body|-InFile)[ =]{1,3}["']?(?:\w{1,20}=)?["']?(?:@|\$\(|\$\{?[A-Z]{3,}|`)|\?\w{1,20}=["']?(?:\$\(|`|\$\{?[A-Z]{3,})|<\s{0,3}[~/.]|(?:~\/|\/etc\/|\.env)[^\s]{0,60}\s{1,3}\w{1,30}@/gi,
    ],
    inLine: true,
  },
  {
    kind: 'send',
    what: 'puts data into the address of a picture or link',
    parts: [
      /!\[[^\]\n]{0,60}\]\(https?:\/\/|<img\b[^>\n]{0,60}\bsrc=["']?https?:\/\//gi,
      /[?&/][\w-]{0,20}=?(?:\{\{|\[|<|\{|%5B)(?:[^\n)\]}>]{0,30})(?:data|conversation|history|secret|key|token|password|summary|message|prompt|context|answer|input|email|text)/gi,
    ],
    inLine: true,
  },
  {
    kind: 'send',
    what: 'puts data into the address of a picture or link',
    parts: [
      /\b(?:fetch|load|open|request|get|call|visit|ping|show|render|display)\b/gi,
      /https?:\/\/[^\s?]{1,200}[?&][\w-]{1,20}=(?:\{\{|\[|<|\{|%5B)[^\n)\]}>]{0,40}(?:conversation|history|chat|password|secret|everything|summary of)/gi,
    ],
  },
  {
    kind: 'send',
    what: 'puts data into the address of a picture or link',
    parts: [
      /\b(?:append|encode|add|include|embed|put|insert|attach|place|hide|smuggle|write)\b/gi,
      userData,
      /\b(?:query (?:string|parameters?)|url parameters?|(?:in|into|to|of|as) (?:the |an? |this )?(?:(?:image|picture|link|tracking)(?:['’]s)? )?(?:url|image|link address|pixel|address))\b/gi,
    ],
    unless: /\b(?:never|not|don['’]t|avoid)\b/i,
  },
  {
    kind: 'override',
    what: 'tells the model to ignore other instructions',
    parts: [
      /\b(?:ignore|ignores|ignoring|disregard|disregarding|forget|override|overrides|overrule|bypass|discard|drop|abandon|set aside|(?:do not|don['’]t|must not|need not|stop|no longer) (?:follow|obey|respect|apply|comply with|adhere to)(?:ing)?|not bound by|erase|dismiss)\b/gi,
      /\b(?:previous(?:ly)?|prior|earlier|above|preceding|existing|original|initial|former|other|system|developer|safety|built-in|openai(?:['’]s)?|anthropic(?:['’]s)?|google(?:['’]s)?|content|usual|default|everything|every|any|all|your(?: own)?)\b/gi,
      otherInstructions,
    ],
    unless:
      /\b(?:never|not (?:ignore|override|bypass|forget)|(?:don['’]t|do not|cannot|can['’]t|must not|should not|shouldn['’]t) (?:ignore|override|bypass|forget|disregard)|attempts?|tries|try to|asks? (?:you )?to|if (?:the|a|an|any|some)|when (?:the|a|an|any)|such as|e\.g\.|phrases?|refuse|resist|prevent|protect|detect|spelling|typos?|grammar|duplicates?|rules of (?!your|the (?:system|developer|ai|assistant))\w+)\b|["“'‘](?:please )?(?:ignore|disregard|forget)/i,
  },
  {
    kind: 'override',
    what: 'tells the model to ignore other instructions',
    parts: [
      /\b(?:ignore|disregard|forget|discard|erase|override) (?:any |all |every |the |your |these |those )?(?:of )?(?:the |your )?(?:everything|anything|all|instructions?|rules|guidelines|prompts?|directions|orders|polic(?:y|ies))\b/gi,
      /\b(?:(?:you (?:were|are|have been|had been|['’]ve been) |were |was )?(?:told|given|taught|instructed)\b|you (?:received|got|know|learned)|above(?![\w-]| (?:the|average|all|\d))|before (?:this|that|now)|prior to this|so far|until now|up to (?:now|here|this point))/gi,
    ],
    unless: notMeant,
  },
  {
    kind: 'override',
    what: 'tells the model to ignore other instructions',
    parts: [/\b(?:your|the system|the developer['’]s)\b/gi, modelRules, noLonger],
    unless: /\b(?:if|when|whether|which|check|list|never|not)\b/i,
  },
  {
    kind: 'override',
    what: 'tells the model to ignore other instructions',
    parts: [
      /\b(?:instructions?|prompts?|rules|guidelines|directives?|restrictions|anything|everything|whatever)\b/gi,
      /\byou (?:received|were (?:given|told|instructed)|have been (?:given|told)|got)\b|\babove\b/gi,
      noLonger,
    ],
    unless: /\b(?:if|when|whether|which|check|list|never|not)\b/i,
  },
  {
    kind: 'override',
    what: 'tells the model to ignore other instructions',
    parts: [
      /\b(?:ignore|disregard|forget|override|overrule)\b/gi,
      /\bwhat(?:ever)? (?:the |your )?(?:developers?|system|operator|openai|anthropic|google|others?|anyone|they|you)\b/gi,
      /\b(?:told|said|says?|instructed|taught|wants?|were)\b/gi,
    ],
    unless: notMeant,
  },
  {
    kind: 'override',
    what: 'tells the model to drop its limits',
    parts: [
      /\b(?:(?:ignore|disregard|override|bypass) (?:\w{1,9} ){0,2}|(?:disable|drop|turn off|remove) (?:your|its) )(?:safety|content|moral|ethical) (?:settings|filters?|training|protocols?|measures|systems?|checks?)\b/gi,
    ],
    unless: notMeant,
  },
  {
    kind: 'override',
    what: 'tells the model to ignore other instructions',
    parts: [
      /\b(?:these|this|the following|my|our) (?:instructions?|prompts?|rules|text|message|skill|file|document|commands?)\b/gi,
      /\b(?:takes? (?:absolute |full )?(?:precedence|priority)|overrides?|supersedes?|replaces?|outranks?|has (?:absolute |full )?priority|have (?:absolute |full )?priority)\b/gi,
      /\b(?:all|any|every|other|system|developer|previous|prior|earlier|existing|safety|user)\b/gi,
    ],
  },
  {
    kind: 'override',
    what: 'tells the model to drop its limits',
    parts: [
      /\b(?:ai|model|assistant|chatbot|agent|bot) (?:that is |which is |who is )?(?:without|free of|free from) (?:any |all )?(?:(?:content|moral|ethical|legal) )?(?:restrictions|limits|limitations|rules|filters|censorship|guardrails)\b(?! (?:on|of|in|for)\b)|\byou (?:now )?have no (?:restrictions|limits|limitations|rules|guidelines|filters)\b(?! (?:on|of|in|for|to)\b)|\bdo anything now\b|\bDAN mode\b|\bjailbr(?:eak|oken)\b|\bdeveloper mode (?:is )?(?:enabled|on|active|activated)\b|\bgod mode\b|\b(?:no|without(?: any)?|free (?:of|from)(?: all| any)?|unbound by(?: any)?|ignore all) (?:ethical|moral|safety|content|legal|built-in)(?: (?:and|or) \w{1,15})? (?:restrictions|limitations|limits|filters?|guidelines|constraints|guardrails|boundaries|rules|checks)\b|\bfreed? (?:from|of) (?:your|its|all|any) (?:rules|restrictions|limits|guidelines|programming|filters)\b|\bunfiltered (?:and|,) (?:uncensored|unrestricted|amoral)\b|\buncensored (?:ai|model|assistant|mode)\b|\b(?:never|do not|don['’]t) (?:refuse|decline|reject) (?:a|any|the user['’]s|my) (?:request|task|instruction|command|question)s?\b/gi,
    ],
    unless: /\b(?:detect|prevent|resist|against|attempts?|red team|vulnerab)/i,
  },
  {
    kind: 'override',
    what: 'imitates a system message',
    parts: [
      /<\|(?:im_start|start_header_id|system|start)\|>|<<SYS>>|\[\/?INST\]|<\/?(?:system-reminder|system_prompt|system-message|system_message)>|^\s{0,4}(?:\[|###\s|<)(?:SYSTEM|ADMIN|DEVELOPER|ROOT) (?:MESSAGE|OVERRIDE|UPDATE|NOTICE|COMMAND|PROMPT)\b|\bnew system (?:prompt|instructions?)\s{0,2}:/gim,
    ],
  },
  {
    kind: 'override',
    what: 'tells the model to ignore other instructions',
    parts: [
      /(?<![\p{L}])(?:ignorier(?:e|en|t)?|vergiss|missachte(?:n)?|übergehe(?:n)?|negeer|vergeet|z?ignoruj|zapomnij|ignora(?:d|r|z)?|olvida(?:d|r)?|ignore[zr]|oublie[zr]?|ignoriere|dimentica(?:re)?|esque(?:ça|cer))(?![\p{L}])/giu,
      /(?<![\p{L}])(?:alle[sn]?|bisherigen?|vorherigen?|vorigen?|vorige|früheren?|wszystkie|poprzednie|todas?|anteriores?|previas?|toutes?|précédentes?|tutte|precedenti|sistema|système|system|anweisungen|regeln|instructies|regels|instrukcje|polecenia|zasady|vorgaben|systemprompt|instrucciones|reglas|instructions|règles|consignes|istruzioni|regole|instruções|regras)(?![\p{L}])/giu,
      /(?<![\p{L}])(?:anweisungen|regeln|instructies|regels|instrukcje|polecenia|zasady|vorgaben|systemprompt|instrucciones|reglas|instructions|règles|consignes|istruzioni|regole|instruções|regras|alle[sn]?|bisherigen?|vorherigen?|vorigen?|vorige|früheren?|wszystkie|poprzednie|todas?|anteriores?|previas?|toutes?|précédentes?|tutte|precedenti|sistema|système|systems?)(?![\p{L}])/giu,
    ],
    unless: /\b(?:nicht|niemals|nunca|jamais|mai)\b|(?<![\p{L}])n['’]/iu,
  },
  {
    kind: 'override',
    what: 'tells the model to ignore other instructions',
    parts: [
      /指示|命令|ルール|規則|プロンプト|지시|명령|규칙|지침|프롬프트/gi,
      /無視(?:して(?!は)|する|せよ|しろ)|忘れ(?:て(?!は)|ろ)|무시(?:해|하고|하라|하십시오|하세요)|잊어/gi,
    ],
    unless: /ないで|禁止|마세요|않/i,
  },
  {
    kind: 'override',
    what: 'tells the model to ignore other instructions',
    parts: [
      /\bignore\b/gi,
      /(?<![\p{L}])(?:consignes|règles|instructions|directives)(?![\p{L}])/giu,
      /(?<![\p{L}])(?:précédentes?|antérieures?|ci-dessus|système)(?![\p{L}])/giu,
    ],
  },
  {
    kind: 'override',
    what: 'tells the model to ignore other instructions',
    parts: [
      /\b(?:ignore|ignorem|desconsidere|descarte)\b/gi,
      /(?<![\p{L}])(?:instruções|regras|orientações|diretrizes)(?![\p{L}])/giu,
    ],
    unless: /\b(?:não|nunca|jamais)\b/iu,
  },
  {
    kind: 'override',
    what: 'tells the model to ignore other instructions',
    parts: [
      /(?:忽略|无视|無視|忘记|忘掉)[^,，。\n]{0,20}(?:指令|指示|提示|规则|規則)|(?:不要|别|不再)(?:遵守|遵循|服从)[^,，。\n]{0,8}(?:之前|以上|先前|系统)[^,，。\n]{0,8}(?:指令|指示|规则|限制)|(?:игнорируй|забудь)(?:те)?[^.\n]{0,60}(?:инструкци|указани|правил)/gi,
    ],
    unless: /(?:不要|请勿|切勿)(?:忽略|无视|忘)|не (?:игнорируй|забудь|забывай)/i,
  },
  {
    kind: 'unasked',
    what: 'tells the model to act without asking, or to hide it',
    parts: [
      /\b(?:do not|don['’]t|never|no need to|refrain from|avoid) (?:tell|telling|inform|informing|mention|mentioning|notify|notifying|alert|alerting|warn|warning)\b/gi,
      /\b(?:this|these|it|anything|what you)\b/gi,
      /\b(?:user|users|human|operator|owner|developer|administrator|admin|anyone|anybody|reply|response|answer|output|summary)\b/gi,
    ],
  },
  {
    kind: 'unasked',
    what: 'tells the model to act without asking, or to hide it',
    parts: [
      /\b(?:do not|don['’]t|never|no need to|refrain from|avoid) (?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning) (?:the |your |any )?(?:user|users|human|operator|owner|developer|administrator|admin|anyone|anybody)\b/gi,
      /\b(?:about|of|this|what you|that you (?:have |had |['’]ve )?(?:changed|done|did|ran|sent|deleted|removed|copied|installed|stored|shared))\b/gi,
    ],
  },
  {
    kind: 'unasked',
    what: 'tells the model to act without asking, or to hide it',
    parts: [
      /\bwithout (?:the |any )?(?:user|human|operator|owner|customer|anyone|anybody)(?:['’]s)? (?:noticing|knowing|knowledge|consent|awareness|approval|permission)\b|\bwithout the (?:knowledge|consent|awareness|approval|permission) of (?:the |your |any )?(?:users?|humans?|operator|owner|customers?)\b/gi,
    ],
    unless: /\b(?:never|not|don['’]t|cannot|no)\b/i,
  },
  {
    kind: 'unasked',
    what: 'tells the model to act without asking, or to hide it',
    parts: [
      /\b(?:do not|don['’]t|never|without|no need to|instead of|skip|avoid) (?:(?:ever|first|even) )?(?:ask|asking|wait|waiting|seek|seeking|request|requesting|requiring)\b/gi,
      /\b(?:permission|approval|confirmation|consent)\b/gi,
    ],
  },
  {
    kind: 'unasked',
    what: 'tells the model to act without asking, or to hide it',
    parts: [
      /\b(?:silently|secretly|quietly|covertly|stealthily|behind the scenes|unnoticed|in secret)\b/gi,
      /\b(?:run|runs|execute|install|send|sends|upload|delete|remove|add|modify|change|create|write|replace|download|open|call|post|forward|copy|commit|push|insert|include|recommend|record|collect|email|fetch|schedule|register|edit|set|save|store)\b/gi,
    ],
    unless: inAStory,
  },
  {
    kind: 'unasked',
    what: 'tells the model to act without asking, or to hide it',
    parts: [
      /\b(?:install|execute|upload|delete|remove|clear|commit|push|download|modify|overwrite|send|hide|change|run)\b/gi,
      /\b(?:silently|secretly|covertly|stealthily|quietly)\b|\bso (?:that )?(?:no one|nobody|the user (?:never|doesn['’]t|does not|won['’]t)) (?:notices?|sees?|knows?|finds? out|realiz\w{1,4}|learns?)\b/gi,
    ],
  },
  {
    kind: 'unasked',
    what: 'tells the model to act without asking, or to hide it',
    parts: [
      /\b(?:do not|don['’]t|never) (?:reveal|mention|disclose|admit|say)\b/gi,
      /\b(?:that|what) (?:you|we|it)(?:['’]ve)?\b/gi,
      /\b(?:sent|done|did|changed|ran|run|installed|deleted|removed|copied|uploaded|followed|stored|collected|shared)\b/gi,
    ],
  },
  {
    kind: 'unasked',
    what: 'tells the model to act without asking, or to hide it',
    parts: [
      /\b(?:do not|don['’]t|never) let (?:the |your |any )?(?:user|users|human|operator|owner|anyone|anybody) (?:know|notice|see|find out)\b/gi,
    ],
  },
  {
    kind: 'unasked',
    what: 'tells the model to act without asking, or to hide it',
    parts: [
      /\b(?:install|run|execute|upload|delete|remove|clear|commit|push|download|modify|overwrite|send|copy|buy|order|pay|purchase|publish)\b/gi,
      /\bwithout (?:telling|informing|notifying|alerting|warning|asking) (?:them|anyone|anybody|(?:the |your |any )?(?:users?|humans?|operator|owner|developers?|admin\w{0,9}|customers?))\b/gi,
    ],
    unless: /\b(?:never|not|don['’]t|cannot|no)\b/i,
  },
  {
    kind: 'unasked',
    what: 'tells the model to act without asking, or to hide it',
    parts: [
      /\b(?:keep (?:this|these steps|what you (?:did|do)) (?:a |strictly )?(?:secret|hidden|quiet)|(?:hide|conceal) (?:this|these (?:steps|commands|changes|actions|instructions|rules)|what you (?:do|did)|the (?:command|output|change|action|tool call)s?)) from (?:the |your )?(?:users?|humans?|operator|owner|developers?|admin\w{0,9}|customers?)\b/gi,
    ],
  },
  {
    kind: 'unasked',
    what: 'tells the model to act without asking, or to hide it',
    parts: [
      /\b(?:do not|don['’]t|never) (?:reveal|mention|disclose|admit|say) that (?:this|these|it|you)\b/gi,
      /\b(?:advertis\w{1,8}|sponsor\w{0,6}|paid for|affiliate|commission)\b/gi,
    ],
  },
  {
    kind: 'unasked',
    what: 'changes what an agent remembers',
    parts: [
      /\b(?:add|append|write|save|store|insert|put|copy|persist|inject|remember)\b/gi,
      /\b(?:CLAUDE\.md|AGENTS\.md|GEMINI\.md|copilot-instructions\.md|(?:your|its|the agent['’]s|the assistant['’]s|long-term|persistent) (?:long-term |persistent )?memor(?:y|ies)|system prompt)\b|(?<![\w.])(?:\.cursorrules|\.claude\/settings(?:\.local)?\.json)\b/gi,
      /\b(?:always|every|from now on|all future|permanently|forever|in (?:all|every)|future (?:sessions?|conversations?|chats?))\b/gi,
    ],
  },
  {
    kind: 'unasked',
    what: 'takes instructions from an address',
    parts: [
      /\b(?:fetch|load|read|open|download|visit|get|retrieve|browse|go to|check|pull|access|curl)\b/gi,
      /https?:\/\//gi,
      run,
      /\b(?:instructions?|commands?|steps|directions|rules|orders|tasks?|whatever (?:it|they|is)|what (?:it|they|the page) says?|script|code|prompts? (?:there|you find|it contains))\b/gi,
    ],
  },
  {
    kind: 'encoded',
    what: 'tells the model to decode a text and act on it',
    parts: [
      /\b(?:decode|decrypt|deobfuscate|un-?rot13|unescape|base64 -d)\b/gi,
      /\b(?:base ?64|rot-?13|hex(?:adecimal)?|cipher(?:text)?|encoded|encrypted|morse|reversed|string|text|blob|payload|message|line|below|following|this|it)\b/gi,
      run,
      /\b(?:it|them|instructions?|commands?|result|output|what|code|decoded|content|message|says|script)\b/gi,
    ],
  },
]
