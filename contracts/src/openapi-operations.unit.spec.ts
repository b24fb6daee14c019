import { parametersOf, platform, resolved, validatorOf } from './testing/descriptions';

describe.each(platform.map((at) => [at.id, at] as const))('%s', (_, at) => {
  const { document, operation, path, method } = at;
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [Number(status), resolved(document, response)] as const,
  );

  it('has a summary, a tag of its document, and says who may call it', () => {
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect((document.tags ?? []).map(({ name }) => name)).toEqual(expect.arrayContaining([...(operation.tags ?? [])]));
    for (const requirement of operation.security) {
      for (const [scheme, scopes] of Object.entries(requirement)) {
        expect(document.components['securitySchemes']?.[scheme]).toBeDefined();
        if (scheme === 'bearerAuth') expect(scopes).toEqual([expect.stringMatching(/^[a-z]+:(read|write)$/)]);
      }
    }
  });

  it('describes each of its path parameters', () => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = parametersOf(at).filter((parameter) => parameter.in === 'path');

    expect(described.map(({ name }) => name)).toEqual(inPath);
    expect(described.every(({ required }) => required === true)).toBe(true);
  });

  it('answers every fault as a problem, and the ones it can always have', () => {
    for (const [status, { content }] of responses.filter(([status]) => status >= 400)) {
      // RFC 6749 has the token endpoint speak its own way.
      if (at.id === 'issueToken' && status <= 401) continue;
      // Who opens a link is a person, and is told so on a page.
      if (['getCheckoutPage', 'getCryptoCheckoutPage'].includes(at.id) && status === 401) continue;
      if (at.id === 'getPixFrame' && [401, 409].includes(status)) continue;
      if (['getPaymentLinkPage', 'payByLink'].includes(at.id) && [404, 410].includes(status)) continue;
      // A form that was filled in wrongly is shown again; what is no form of the page is a problem.
      if (at.id === 'payByLink' && status === 400) continue;
      expect([status, Object.keys(content ?? {})]).toEqual([status, ['application/problem+json']]);
    }
    const statuses = responses.map(([status]) => status);
    expect(statuses).toEqual(expect.arrayContaining([500, 503]));
    if (operation.security.length > 0) expect(statuses).toContain(401);
    if (operation.security.some((requirement) => 'bearerAuth' in requirement)) expect(statuses).toContain(403);
    if (operation.requestBody !== undefined) expect(statuses).toEqual(expect.arrayContaining([400, 413, 415]));
    if (parametersOf(at).length > 0) expect(statuses).toContain(400);
  });

  it('takes an Idempotency-Key exactly where a repeat would do something twice', () => {
    // A payment is known by its id, quotes, previews and checks may be asked for any number of times, and a card must leave
    // no digest. A payer’s open attempt is given again, and who they are is told once. A difference is settled by the first
    // word, whoever repeats it. A form of a link has its key in it. The same file or answer is one. A challenge of a
    // passkey counts once, as a sign-in by a company does.
    const harmless =
      'receivePixCallback receiveRevolutCallback receiveCieloNotification receiveNowpaymentsIpn receiveVerificationCallback issueToken createFxQuote previewSplit requestCardPayment payByCard createCheckoutAttempt checkStatement settleDifference tellPayer payByLink payAtCheckout eraseInternalPayer reserveRefund tellPayoutFunding signIn proveSecondFactor issueSessionToken signOut tellAuditOutcome findInvitation becomePerson requestPasswordReset findPasswordReset completePasswordReset addDisputeEvidence answerDispute preparePasskey addPasskey prepareSignInByPasskey signInByPasskey prepareProofByPasskey proveByPasskey beginCompanySignIn beginCompanyLink completeCompanySignIn findPortalLink openPortalLink createDeviceAuthorization'.split(
        ' ',
      );
    const takesKey = parametersOf(at).some(({ name }) => name === 'Idempotency-Key');

    expect(takesKey).toBe(method === 'post' && !harmless.includes(at.id));
    if (takesKey) expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['409', '422']));
  });

  it('says where what it changes is read only if that is at its own path or above', () => {
    const read = platform.find(({ id }) => id === operation['x-audit-read']);
    if (operation['x-audit-read'] === undefined) return;

    expect(method).not.toBe('get');
    expect(read?.method).toBe('get');
    expect(`${path}/`.startsWith(`${read?.path ?? ''}/`)).toBe(true);
  });

  it('has schemas that compile', () => {
    const bodies = Object.values(operation.requestBody?.content ?? {});
    const answers = responses.flatMap(([, { content }]) => Object.values(content ?? {}));

    for (const { schema } of [...bodies, ...answers, ...parametersOf(at)]) {
      expect(() => validatorOf(document, schema)).not.toThrow();
    }
  });

  it('has valid examples', () => {
    for (const { schema, examples = {} } of Object.values(operation.requestBody?.content ?? {})) {
      const validate = validatorOf(document, schema);
      for (const [name, example] of Object.entries(examples)) {
        validate((example as { value: unknown }).value);
        expect([name, validate.errors]).toEqual([name, null]);
      }
    }
  });
});
