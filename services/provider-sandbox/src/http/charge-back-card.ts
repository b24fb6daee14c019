import { assertNever } from '@repasse/chassis/decider';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { chargeBack, type Charging } from '../providers/cielo/chargeback';
import { type Cielo, salesOf } from '../providers/cielo/cielo';

type ChargeBackBody = components['schemas']['ChargeBackCard'];

/** Cielo's own example: fraud, the card not being there. */
const reasonCodeDefault = '104';
const reasonMessageDefault = 'Outras Fraudes - Cartao Ausente';

/** POST /sandbox/card/chargeback: the payer disputes a sale, by its own id or by the order's newest. */
export const chargeBackCard = (cielo: Cielo): Operation<ChargeBackBody> => ({
  handle: async ({ body }) => {
    const paymentId = await paymentIdOf(cielo, body);
    if (paymentId === undefined) return describe({ kind: 'not_found' });
    return describe(
      await chargeBack(cielo, {
        paymentId,
        amount: body.amountMinor ?? null,
        reasonCode: body.reasonCode ?? reasonCodeDefault,
        reasonMessage: body.reasonMessage ?? reasonMessageDefault,
        status: body.status ?? 'Received',
      }),
    );
  },
  check: ({ body }) =>
    body.paymentId === undefined && body.merchantOrderId === undefined
      ? [{ field: 'paymentId', message: 'must be given, or merchantOrderId' }]
      : [],
});

const paymentIdOf = async (cielo: Cielo, { paymentId, merchantOrderId }: ChargeBackBody) =>
  paymentId ?? (await salesOf(cielo, merchantOrderId ?? ''))[0]?.paymentId;

const describe = (charging: Charging): ApiResponse => {
  switch (charging.kind) {
    case 'not_found':
      return problem({ status: 404, code: 'sandbox.sale_not_found', detail: 'There is no such card sale.' });
    case 'not_paid':
      return problem({ status: 409, code: 'sandbox.sale_not_paid', detail: 'The sale was not captured.' });
    case 'charged_back': {
      const { caseNumber, amount, status } = charging.chargeback;
      const { paymentId } = charging.sale;
      return { status: 200, body: { paymentId, caseNumber, amountMinor: amount, status } };
    }
    default:
      return assertNever(charging);
  }
};
