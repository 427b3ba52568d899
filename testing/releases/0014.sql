-- What a database of release 0014 held: the demo catalogue and invented people at many steps of their way.
-- Read by migrated.postgres.test.ts after migrations 0001 to 0014; never edited, as those are not.
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
INSERT INTO public.tenant (id, public_id, alias, name, time_zone, holidays, flags, webhook_secret) VALUES
	(1, '5748bd43-4cd8-410e-94c3-2453d4b9672e', 'alfa', 'Grupo Alfa Exemplo', 'America/Sao_Paulo', '[]', '{"usePassport": false, "useTrackingV2": true, "useMaisAMediaTracking": false}', '81ee04a50a4a4b59b0c560e76d541dac26c5b296311c405da5862fa96c75745f'),
	(2, '4136dde3-8f33-4856-86d2-71e2e9203e98', 'beta', 'Grupo Beta Exemplo', 'America/Sao_Paulo', '[]', '{"usePassport": true, "useTrackingV2": false, "useMaisAMediaTracking": false}', '8e3a26ccd773454aa3963c326bcf0776e5473c1381944f92bc6e422600e0fe4d'),
	(3, 'c61e88aa-0d32-40c8-aae8-349d888d1177', 'motor', 'Grupo Motor Exemplo', 'America/Sao_Paulo', '[]', '{"usePassport": false, "useTrackingV2": false, "useMaisAMediaTracking": false}', 'fde8eefd05db4ebea4c1e2d3f837f1575c3135c85bcc43419ff05784682fe4f2');
INSERT INTO public.document_set (tenant_id, id, code, retired_at) VALUES
	(1, 1, 'DOC-GRAD', NULL),
	(1, 2, 'DOC-TRANSF', NULL),
	(1, 3, 'DOC-POS', NULL),
	(1, 4, 'DOC-EXT', NULL),
	(2, 5, 'DOC-GRAD', NULL),
	(3, 6, 'DOC', NULL),
	(3, 7, 'DOC-SEL', NULL);
INSERT INTO public.ingress_mode (tenant_id, id, code, name, kind, use_disciplines, retired_at) VALUES
	(1, 401, 'VEST-ONLINE', 'Vestibular online', 'online-essay', false, NULL),
	(1, 402, 'ENEM', 'ENEM', 'exam-score', false, NULL),
	(1, 403, 'VEST-AGENDADO', 'Vestibular agendado', 'scheduled-test', false, NULL),
	(1, 404, 'TRANSF-EXTERNA', 'Transferência externa', 'document-analysis', true, NULL),
	(1, 405, 'DIRETA', 'Inscrição direta', 'none', false, NULL),
	(2, 406, 'VEST-ONLINE', 'Vestibular online', 'online-essay', false, NULL),
	(3, 407, 'DIRETA', 'Inscrição direta', 'none', false, NULL),
	(3, 408, 'REDACAO', 'Vestibular online', 'online-essay', false, NULL),
	(3, 409, 'PROVA', 'Vestibular agendado', 'scheduled-test', false, NULL),
	(3, 410, 'ENEM', 'ENEM', 'exam-score', false, NULL),
	(3, 411, 'ANALISE', 'Transferência externa', 'document-analysis', false, NULL);
INSERT INTO public.institution (tenant_id, id, code, acronym, alias, name, charge_full_sale_amount, semester_full_sale_amount, subscription_login_disabled, google_tag_manager_id, google_optimize_id, introduction_video, payment, retired_at) VALUES
	(1, 1, 'CUA01', 'CUA', 'cua', 'Centro Universitário Alfa Exemplo', false, false, false, NULL, NULL, NULL, '{"pix": true, "slip": true, "pixKey": "financeiro@alfa.test", "variant": "onlySubscription", "receiver": {"city": "BELO HORIZONTE", "name": "CENTRO UNIV ALFA EXEMPLO", "document": "12ABC34501DE35"}, "creditCard": true, "automaticPix": false, "cardProvider": "cielo", "slipAgreement": {"bank": "077", "wallet": "112", "agreement": "1234567"}, "acquirersConfig": [{"provider": "cielo", "merchantId": "demo-cua", "softDescriptor": "ALFA EXEMPLO", "maxInstallments": 12}, {"provider": "erede", "merchantId": "demo-cua", "softDescriptor": "ALFA EXEMPLO", "maxInstallments": 12}], "disableSlipDaysBeforeIntakeEnd": 3}', NULL),
	(1, 2, 'EPA01', 'EPA', 'epa', 'Escola de Pós Alfa Exemplo', true, false, false, NULL, NULL, NULL, '{"pix": true, "slip": true, "pixKey": "financeiro@epa.test", "variant": "totalOrSemesterWithFallbackAndRecurrence", "receiver": {"city": "SAO PAULO", "name": "ESCOLA POS ALFA EXEMPLO", "document": "34EPA001000102"}, "creditCard": true, "automaticPix": false, "cardProvider": "cielo", "slipAgreement": {"bank": "077", "wallet": "112", "agreement": "7654321"}, "acquirersConfig": [{"provider": "cielo", "merchantId": "demo-epa", "softDescriptor": "ALFA POS", "maxInstallments": 12}, {"provider": "erede", "merchantId": "demo-epa", "softDescriptor": "ALFA POS", "maxInstallments": 12}], "disableSlipDaysBeforeIntakeEnd": 3}', NULL),
	(2, 3, 'FBX01', 'FBX', 'fbx', 'Faculdade Beta Exemplo', false, false, false, NULL, NULL, NULL, '{"pix": true, "slip": true, "pixKey": "financeiro@beta.test", "variant": "onlySubscriptionWithRecurrence", "receiver": {"city": "MUZAMBINHO", "name": "FACULDADE BETA EXEMPLO", "document": "56FBX001000199"}, "creditCard": true, "automaticPix": true, "cardProvider": "erede", "slipAgreement": {"bank": "077", "wallet": "112", "agreement": "2468135"}, "acquirersConfig": [{"provider": "erede", "merchantId": "demo-fbx", "softDescriptor": "BETA EXEMPLO", "maxInstallments": 6}], "disableSlipDaysBeforeIntakeEnd": 3}', NULL),
	(3, 4, 'MOT01', 'MOT', 'mot', 'Faculdade Motor Exemplo', false, false, false, NULL, NULL, NULL, '{"pix": true, "slip": true, "pixKey": "financeiro@motor.test", "variant": "onlySubscription", "receiver": {"city": "BELO HORIZONTE", "name": "FACULDADE MOTOR", "document": "12ABC34501DE35"}, "creditCard": true, "automaticPix": false, "cardProvider": null, "slipAgreement": null, "acquirersConfig": [], "disableSlipDaysBeforeIntakeEnd": 3}', NULL);
INSERT INTO public.intake (tenant_id, id, institution_id, code, start_date, end_date, class_start_date, suspended, retired_at) VALUES
	(1, 301, 1, '2026-1', '2025-10-01', '2026-02-13', '2026-02-23', false, NULL),
	(1, 302, 2, '2026-1', '2025-11-01', '2026-03-06', '2026-03-16', false, NULL),
	(2, 303, 3, '2026-1', '2025-10-01', '2026-02-20', '2026-03-02', false, NULL),
	(3, 304, 4, '2026-1', '2025-10-01', '2026-02-13', '2026-02-23', false, NULL);
INSERT INTO public.questionnaire_template (tenant_id, id, code, sections, approval, retired_at) VALUES
	(1, 1, 'Q-POS', '[{"key": "graduate", "mandatory": true}, {"key": "specialist", "mandatory": false}, {"key": "masters", "mandatory": false}, {"key": "doctorate", "mandatory": false}, {"key": "residency", "mandatory": false}, {"key": "publications", "mandatory": false}, {"key": "academic-links", "mandatory": false}, {"key": "volunteering", "mandatory": false}, {"key": "languages", "mandatory": false}, {"key": "extra", "mandatory": false}]', true, NULL),
	(3, 2, 'Q', '[{"key": "extra", "mandatory": false}]', true, NULL),
	(3, 3, 'Q-OPEN', '[{"key": "extra", "mandatory": false}]', false, NULL);
INSERT INTO public.offer (tenant_id, id, institution_id, code, name, type, intake_id, ingress_mode_id, contract_code, document_set_id, questionnaire_template_id, interview, requires_class, warning_popup, required_schooling, active, retired_at) VALUES
	(1, 11, 1, 'ADM-ESSAY', 'Vestibular online 2026-1', 1, 301, 401, 'CT-GRAD', 1, NULL, false, false, NULL, NULL, true, NULL),
	(1, 12, 1, 'ADM-ENEM', 'ENEM 2026-1', 1, 301, 402, 'CT-GRAD', 1, NULL, false, false, NULL, NULL, true, NULL),
	(1, 13, 1, 'ENF-TEST', 'Vestibular agendado 2026-1', 1, 301, 403, 'CT-GRAD', 1, NULL, false, false, NULL, NULL, true, NULL),
	(1, 14, 1, 'PSI-TRANSF', 'Transferência externa 2026-1', 1, 301, 404, 'CT-GRAD', 2, NULL, false, false, NULL, NULL, true, NULL),
	(1, 15, 1, 'EXT-EXCEL', 'Extensão 2026-1', 3, 301, 405, 'CT-EXT', 4, NULL, false, true, NULL, NULL, true, NULL),
	(1, 16, 2, 'MBA-GESTAO', 'Pós-graduação 2026-1', 2, 302, 405, 'CT-POS', 3, 1, true, false, NULL, NULL, true, NULL),
	(1, 17, 2, 'POS-DADOS', 'Pós-graduação em dados 2026-1', 2, 302, 405, 'CT-POS', 3, NULL, false, true, NULL, NULL, true, NULL),
	(1, 18, 2, 'SAUDE-TAX', 'Pós-graduação em saúde 2026-1', 4, 302, 405, 'CT-POS', 3, 1, true, true, NULL, NULL, true, NULL),
	(2, 19, 3, 'SIS-ESSAY', 'Vestibular online 2026-1', 1, 303, 406, 'CT-GRAD', 5, NULL, false, false, NULL, NULL, true, NULL),
	(3, 20, 4, 'G-DOCUMENTS-PLAIN', 'G-DOCUMENTS-PLAIN', 1, 304, 411, 'CT', 7, NULL, false, false, NULL, NULL, true, NULL),
	(3, 21, 4, 'G-TEST-PLAIN', 'G-TEST-PLAIN', 1, 304, 409, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 22, 4, 'G-EXAM-PLAIN', 'G-EXAM-PLAIN', 1, 304, 410, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 23, 4, 'G-DOCUMENTS-TEST-PLAIN', 'G-DOCUMENTS-TEST-PLAIN', 1, 304, 409, 'CT', 7, NULL, false, false, NULL, NULL, true, NULL),
	(3, 24, 4, 'G-DOCUMENTS-EXAM-PLAIN', 'G-DOCUMENTS-EXAM-PLAIN', 1, 304, 410, 'CT', 7, NULL, false, false, NULL, NULL, true, NULL),
	(3, 25, 4, 'G-DIRECT-PLAIN', 'G-DIRECT-PLAIN', 1, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 26, 4, 'G-DIRECT-CLASS', 'G-DIRECT-CLASS', 1, 304, 407, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 27, 4, 'G-DIRECT-BEFORE', 'G-DIRECT-BEFORE', 1, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 28, 4, 'G-DIRECT-CLASS-BEFORE', 'G-DIRECT-CLASS-BEFORE', 1, 304, 407, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 29, 4, 'G-DIRECT-NODOCS', 'G-DIRECT-NODOCS', 1, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 30, 4, 'G-DIRECT-FREE', 'G-DIRECT-FREE', 1, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 31, 4, 'G-DIRECT-FREE-NODOCS', 'G-DIRECT-FREE-NODOCS', 1, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 32, 4, 'G-DIRECT-CLASS-FREE', 'G-DIRECT-CLASS-FREE', 1, 304, 407, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 33, 4, 'G-DIRECT-CLASS-FREE-NODOCS', 'G-DIRECT-CLASS-FREE-NODOCS', 1, 304, 407, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 34, 4, 'G-DIRECT-BEFORE-FREE', 'G-DIRECT-BEFORE-FREE', 1, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 35, 4, 'E-ESSAY-PLAIN', 'E-ESSAY-PLAIN', 1, 304, 408, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 36, 4, 'E-ESSAY-CLASS', 'E-ESSAY-CLASS', 1, 304, 408, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 37, 4, 'E-ESSAY-FREE', 'E-ESSAY-FREE', 1, 304, 408, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 38, 4, 'E-ESSAY-CLASS-FREE', 'E-ESSAY-CLASS-FREE', 1, 304, 408, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 39, 4, 'P-DOCUMENTS-PLAIN', 'P-DOCUMENTS-PLAIN', 2, 304, 407, 'CT', 7, NULL, false, false, NULL, NULL, true, NULL),
	(3, 40, 4, 'P-QUESTIONNAIRE-PLAIN', 'P-QUESTIONNAIRE-PLAIN', 2, 304, 407, 'CT', 6, 2, false, false, NULL, NULL, true, NULL),
	(3, 41, 4, 'P-OPEN-QUESTIONNAIRE-PLAIN', 'P-OPEN-QUESTIONNAIRE-PLAIN', 2, 304, 407, 'CT', 6, 3, false, false, NULL, NULL, true, NULL),
	(3, 42, 4, 'P-INTERVIEW-PLAIN', 'P-INTERVIEW-PLAIN', 2, 304, 407, 'CT', 6, NULL, true, false, NULL, NULL, true, NULL),
	(3, 43, 4, 'P-FULL-PLAIN', 'P-FULL-PLAIN', 2, 304, 407, 'CT', 7, 2, true, false, NULL, NULL, true, NULL),
	(3, 44, 4, 'P-DOCUMENTS-INTERVIEW-PLAIN', 'P-DOCUMENTS-INTERVIEW-PLAIN', 2, 304, 407, 'CT', 7, NULL, true, false, NULL, NULL, true, NULL),
	(3, 45, 4, 'P-OPEN-INTERVIEW-PLAIN', 'P-OPEN-INTERVIEW-PLAIN', 2, 304, 407, 'CT', 6, 3, true, false, NULL, NULL, true, NULL),
	(3, 46, 4, 'P-DIRECT-PLAIN', 'P-DIRECT-PLAIN', 2, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 47, 4, 'P-DIRECT-CLASS', 'P-DIRECT-CLASS', 2, 304, 407, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 48, 4, 'P-DIRECT-BEFORE', 'P-DIRECT-BEFORE', 2, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 49, 4, 'P-DIRECT-CLASS-BEFORE', 'P-DIRECT-CLASS-BEFORE', 2, 304, 407, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 50, 4, 'P-DIRECT-NODOCS', 'P-DIRECT-NODOCS', 2, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 51, 4, 'P-DIRECT-FREE', 'P-DIRECT-FREE', 2, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 52, 4, 'P-DIRECT-FREE-NODOCS', 'P-DIRECT-FREE-NODOCS', 2, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 53, 4, 'P-DIRECT-CLASS-FREE', 'P-DIRECT-CLASS-FREE', 2, 304, 407, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 54, 4, 'P-DIRECT-CLASS-FREE-NODOCS', 'P-DIRECT-CLASS-FREE-NODOCS', 2, 304, 407, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 55, 4, 'P-DIRECT-BEFORE-FREE', 'P-DIRECT-BEFORE-FREE', 2, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 56, 4, 'X-DIRECT-PLAIN', 'X-DIRECT-PLAIN', 3, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 57, 4, 'X-DIRECT-CLASS', 'X-DIRECT-CLASS', 3, 304, 407, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 58, 4, 'X-DIRECT-BEFORE', 'X-DIRECT-BEFORE', 3, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 59, 4, 'X-DIRECT-CLASS-BEFORE', 'X-DIRECT-CLASS-BEFORE', 3, 304, 407, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 60, 4, 'X-DIRECT-NODOCS', 'X-DIRECT-NODOCS', 3, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 61, 4, 'X-DIRECT-FREE', 'X-DIRECT-FREE', 3, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 62, 4, 'X-DIRECT-FREE-NODOCS', 'X-DIRECT-FREE-NODOCS', 3, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 63, 4, 'X-DIRECT-CLASS-FREE', 'X-DIRECT-CLASS-FREE', 3, 304, 407, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 64, 4, 'X-DIRECT-CLASS-FREE-NODOCS', 'X-DIRECT-CLASS-FREE-NODOCS', 3, 304, 407, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 65, 4, 'X-DIRECT-BEFORE-FREE', 'X-DIRECT-BEFORE-FREE', 3, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 66, 4, 'T-DOCUMENTS-PLAIN', 'T-DOCUMENTS-PLAIN', 4, 304, 407, 'CT', 7, NULL, false, false, NULL, NULL, true, NULL),
	(3, 67, 4, 'T-DOCUMENTS-NOFEE', 'T-DOCUMENTS-NOFEE', 4, 304, 407, 'CT', 7, NULL, false, false, NULL, NULL, true, NULL),
	(3, 68, 4, 'T-QUESTIONNAIRE-PLAIN', 'T-QUESTIONNAIRE-PLAIN', 4, 304, 407, 'CT', 6, 2, false, false, NULL, NULL, true, NULL),
	(3, 69, 4, 'T-QUESTIONNAIRE-NOFEE', 'T-QUESTIONNAIRE-NOFEE', 4, 304, 407, 'CT', 6, 2, false, false, NULL, NULL, true, NULL),
	(3, 70, 4, 'T-OPEN-QUESTIONNAIRE-PLAIN', 'T-OPEN-QUESTIONNAIRE-PLAIN', 4, 304, 407, 'CT', 6, 3, false, false, NULL, NULL, true, NULL),
	(3, 71, 4, 'T-OPEN-QUESTIONNAIRE-NOFEE', 'T-OPEN-QUESTIONNAIRE-NOFEE', 4, 304, 407, 'CT', 6, 3, false, false, NULL, NULL, true, NULL),
	(3, 72, 4, 'T-INTERVIEW-PLAIN', 'T-INTERVIEW-PLAIN', 4, 304, 407, 'CT', 6, NULL, true, false, NULL, NULL, true, NULL),
	(3, 73, 4, 'T-INTERVIEW-NOFEE', 'T-INTERVIEW-NOFEE', 4, 304, 407, 'CT', 6, NULL, true, false, NULL, NULL, true, NULL),
	(3, 74, 4, 'T-FULL-PLAIN', 'T-FULL-PLAIN', 4, 304, 407, 'CT', 7, 2, true, false, NULL, NULL, true, NULL),
	(3, 75, 4, 'T-FULL-NOFEE', 'T-FULL-NOFEE', 4, 304, 407, 'CT', 7, 2, true, false, NULL, NULL, true, NULL),
	(3, 76, 4, 'T-DIRECT-PLAIN', 'T-DIRECT-PLAIN', 4, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 77, 4, 'T-DIRECT-CLASS', 'T-DIRECT-CLASS', 4, 304, 407, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 78, 4, 'T-DIRECT-BEFORE', 'T-DIRECT-BEFORE', 4, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 79, 4, 'T-DIRECT-CLASS-BEFORE', 'T-DIRECT-CLASS-BEFORE', 4, 304, 407, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 80, 4, 'T-DIRECT-NODOCS', 'T-DIRECT-NODOCS', 4, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 81, 4, 'T-DIRECT-FREE', 'T-DIRECT-FREE', 4, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 82, 4, 'T-DIRECT-FREE-NODOCS', 'T-DIRECT-FREE-NODOCS', 4, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 83, 4, 'T-DIRECT-CLASS-FREE', 'T-DIRECT-CLASS-FREE', 4, 304, 407, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 84, 4, 'T-DIRECT-CLASS-FREE-NODOCS', 'T-DIRECT-CLASS-FREE-NODOCS', 4, 304, 407, 'CT', 6, NULL, false, true, NULL, NULL, true, NULL),
	(3, 85, 4, 'T-DIRECT-BEFORE-FREE', 'T-DIRECT-BEFORE-FREE', 4, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL),
	(3, 86, 4, 'T-DIRECT-NOFEE', 'T-DIRECT-NOFEE', 4, 304, 407, 'CT', 6, NULL, false, false, NULL, NULL, true, NULL);
INSERT INTO public.pole (tenant_id, id, institution_id, code, description, city_id, address, kind, retired_at) VALUES
	(1, 201, 1, 'BH', 'Polo Belo Horizonte', 3106200, 'Avenida Exemplo, 1000, Centro', 'polo', NULL),
	(1, 202, 1, 'CT', 'Polo Contagem', 3118601, 'Rua Modelo, 200, Eldorado', 'polo', NULL),
	(1, 203, 1, 'CENTRO', 'Campus Centro', 3106200, 'Praça Exemplo, 10, Centro', 'campus', NULL),
	(1, 204, 2, 'SP', 'Unidade São Paulo', 3550308, 'Rua Exemplo Paulista, 500, Bela Vista', 'campus', NULL),
	(2, 205, 3, 'MZ', 'Polo Muzambinho', 3144102, 'Rua Exemplo, 50, Centro', 'polo', NULL),
	(3, 206, 4, 'BH', 'Polo BH', 3106200, NULL, 'polo', NULL),
	(3, 207, 4, 'CT', 'Polo CT', 3106200, NULL, 'polo', NULL);
INSERT INTO public.academic_class (tenant_id, id, offer_id, pole_id, code, name, shift, weekdays, start_date, start_time, end_time, place, slots, taken, retired_at) VALUES
	(1, 1, 15, 201, 'T1', 'Turma 1', 'noite', 'Segunda e quarta', '2026-02-23', '19:00', '21:00', 'Sala virtual 1', 1, 0, NULL),
	(1, 2, 15, 201, 'T2', 'Turma 2', 'noite', 'Terça e quinta', '2026-02-24', '19:00', '21:00', 'Sala virtual 2', 30, 0, NULL),
	(1, 3, 17, 204, 'SAB', 'Turma de sábado', 'integral', 'Sábado, a cada 15 dias', '2026-03-21', '08:00', '17:00', 'Laboratório 3', 30, 0, NULL),
	(1, 4, 18, 204, 'SEX', 'Turma de sexta', 'noite', 'Sexta', '2026-03-20', '18:30', '22:30', 'Sala 12', 20, 0, NULL),
	(3, 5, 26, 206, 'T-G-DIRECT-CLASS', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 6, 28, 206, 'T-G-DIRECT-CLASS-BEFORE', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 7, 32, 206, 'T-G-DIRECT-CLASS-FREE', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 8, 33, 206, 'T-G-DIRECT-CLASS-FREE-NODOCS', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 9, 36, 206, 'T-E-ESSAY-CLASS', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 10, 38, 206, 'T-E-ESSAY-CLASS-FREE', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 11, 47, 206, 'T-P-DIRECT-CLASS', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 12, 49, 206, 'T-P-DIRECT-CLASS-BEFORE', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 13, 53, 206, 'T-P-DIRECT-CLASS-FREE', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 14, 54, 206, 'T-P-DIRECT-CLASS-FREE-NODOCS', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 15, 57, 206, 'T-X-DIRECT-CLASS', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 16, 59, 206, 'T-X-DIRECT-CLASS-BEFORE', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 17, 63, 206, 'T-X-DIRECT-CLASS-FREE', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 18, 64, 206, 'T-X-DIRECT-CLASS-FREE-NODOCS', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 19, 77, 206, 'T-T-DIRECT-CLASS', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 20, 79, 206, 'T-T-DIRECT-CLASS-BEFORE', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 21, 83, 206, 'T-T-DIRECT-CLASS-FREE', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL),
	(3, 22, 84, 206, 'T-T-DIRECT-CLASS-FREE-NODOCS', 'Turma', 'noite', '', '2026-02-23', NULL, NULL, NULL, 100000, 0, NULL);
INSERT INTO public.course (tenant_id, id, institution_id, code, name, search_name, level, modality, description, duration, retired_at) VALUES
	(1, 101, 1, 'ADM', 'Administração', 'administracao', 1, 'EaD', 'Forma gestores para planejar, organizar e dirigir empresas, órgãos públicos e negócios próprios.', '8 semestres', NULL),
	(1, 102, 1, 'CCO', 'Ciências Contábeis', 'ciencias contabeis', 1, 'EaD', 'Prepara para a contabilidade, a auditoria e a perícia, com prática em sistemas e na legislação fiscal.', '8 semestres', NULL),
	(1, 103, 1, 'ENF', 'Enfermagem', 'enfermagem', 1, 'Presencial', 'Une ciência e cuidado, com laboratórios desde o primeiro semestre e estágios na rede de saúde.', '10 semestres', NULL),
	(1, 104, 1, 'PSI', 'Psicologia', 'psicologia', 1, 'Presencial', 'Estuda o comportamento e a mente em contextos clínicos, escolares, sociais e do trabalho.', '10 semestres', NULL),
	(1, 105, 1, 'EXC', 'Excel para Negócios', 'excel para negocios', 3, 'EaD', 'Planilhas, tabelas dinâmicas e painéis para decisões do dia a dia.', '40 horas', NULL),
	(1, 106, 2, 'MBA-GES', 'MBA em Gestão', 'mba em gestao', 2, 'EaD', 'Estratégia, finanças, pessoas e operações para quem lidera ou vai liderar equipes.', '12 meses', NULL),
	(1, 107, 2, 'CDA', 'Ciência de Dados', 'ciencia de dados', 2, 'Semipresencial', 'Estatística, programação e aprendizado de máquina aplicados a problemas reais.', '10 meses', NULL),
	(1, 108, 2, 'GSA', 'Gestão em Saúde', 'gestao em saude', 2, 'Presencial', 'Administração de hospitais, clínicas e redes de cuidado, com projeto aplicado.', '12 meses', NULL),
	(2, 109, 3, 'SIS', 'Sistemas de Informação', 'sistemas de informacao', 1, 'EaD', 'Programação, dados e gestão de tecnologia para criar sistemas que as pessoas usam.', '8 semestres', NULL),
	(3, 110, 4, 'GPAID', 'Curso GPAID', 'curso gpaid', 1, 'EaD', '', '', NULL),
	(3, 111, 4, 'GFREE', 'Curso GFREE', 'curso gfree', 1, 'EaD', '', '', NULL),
	(3, 112, 4, 'PPAID', 'Curso PPAID', 'curso ppaid', 2, 'EaD', '', '', NULL),
	(3, 113, 4, 'PFREE', 'Curso PFREE', 'curso pfree', 2, 'EaD', '', '', NULL),
	(3, 114, 4, 'XPAID', 'Curso XPAID', 'curso xpaid', 3, 'EaD', '', '', NULL),
	(3, 115, 4, 'XFREE', 'Curso XFREE', 'curso xfree', 3, 'EaD', '', '', NULL),
	(3, 116, 4, 'TPAID', 'Curso TPAID', 'curso tpaid', 4, 'EaD', '', '', NULL),
	(3, 117, 4, 'TFREE', 'Curso TFREE', 'curso tfree', 4, 'EaD', '', '', NULL),
	(3, 118, 4, 'TNOFEE', 'Curso TNOFEE', 'curso tnofee', 4, 'EaD', '', '', NULL);
INSERT INTO public.offer_course (tenant_id, offer_id, course_id, "position") VALUES
	(1, 11, 101, 0),
	(1, 11, 102, 1),
	(1, 12, 101, 0),
	(1, 12, 102, 1),
	(1, 13, 103, 0),
	(1, 14, 104, 0),
	(1, 15, 105, 0),
	(1, 16, 106, 0),
	(1, 17, 107, 0),
	(1, 18, 108, 0),
	(2, 19, 109, 0),
	(3, 20, 110, 0),
	(3, 21, 110, 0),
	(3, 22, 110, 0),
	(3, 23, 110, 0),
	(3, 24, 110, 0),
	(3, 25, 110, 0),
	(3, 26, 110, 0),
	(3, 27, 110, 0),
	(3, 28, 110, 0),
	(3, 29, 110, 0),
	(3, 30, 111, 0),
	(3, 31, 111, 0),
	(3, 32, 111, 0),
	(3, 33, 111, 0),
	(3, 34, 111, 0),
	(3, 35, 110, 0),
	(3, 36, 110, 0),
	(3, 37, 111, 0),
	(3, 38, 111, 0),
	(3, 39, 112, 0),
	(3, 40, 112, 0),
	(3, 41, 112, 0),
	(3, 42, 112, 0),
	(3, 43, 112, 0),
	(3, 44, 112, 0),
	(3, 45, 112, 0),
	(3, 46, 112, 0),
	(3, 47, 112, 0),
	(3, 48, 112, 0),
	(3, 49, 112, 0),
	(3, 50, 112, 0),
	(3, 51, 113, 0),
	(3, 52, 113, 0),
	(3, 53, 113, 0),
	(3, 54, 113, 0),
	(3, 55, 113, 0),
	(3, 56, 114, 0),
	(3, 57, 114, 0),
	(3, 58, 114, 0),
	(3, 59, 114, 0),
	(3, 60, 114, 0),
	(3, 61, 115, 0),
	(3, 62, 115, 0),
	(3, 63, 115, 0),
	(3, 64, 115, 0),
	(3, 65, 115, 0),
	(3, 66, 116, 0),
	(3, 67, 118, 0),
	(3, 68, 116, 0),
	(3, 69, 118, 0),
	(3, 70, 116, 0),
	(3, 71, 118, 0),
	(3, 72, 116, 0),
	(3, 73, 118, 0),
	(3, 74, 116, 0),
	(3, 75, 118, 0),
	(3, 76, 116, 0),
	(3, 77, 116, 0),
	(3, 78, 116, 0),
	(3, 79, 116, 0),
	(3, 80, 116, 0),
	(3, 81, 117, 0),
	(3, 82, 117, 0),
	(3, 83, 117, 0),
	(3, 84, 117, 0),
	(3, 85, 117, 0),
	(3, 86, 118, 0);
INSERT INTO public.offer_course_pole (tenant_id, offer_id, course_id, pole_id, vacancies, taken, retired_at) VALUES
	(1, 11, 101, 201, 50, 0, NULL),
	(1, 11, 101, 202, 1, 0, NULL),
	(1, 11, 102, 201, 50, 0, NULL),
	(1, 11, 102, 202, 1, 0, NULL),
	(1, 12, 101, 201, 50, 0, NULL),
	(1, 12, 101, 202, 1, 0, NULL),
	(1, 12, 102, 201, 50, 0, NULL),
	(1, 12, 102, 202, 1, 0, NULL),
	(1, 13, 103, 203, 40, 0, NULL),
	(1, 14, 104, 203, 10, 0, NULL),
	(1, 15, 105, 201, 60, 0, NULL),
	(1, 16, 106, 204, 30, 0, NULL),
	(1, 17, 107, 204, 30, 0, NULL),
	(1, 18, 108, 204, 20, 0, NULL),
	(2, 19, 109, 205, 30, 0, NULL),
	(3, 20, 110, 206, 100000, 0, NULL),
	(3, 20, 110, 207, 100000, 0, NULL),
	(3, 21, 110, 206, 100000, 0, NULL),
	(3, 21, 110, 207, 100000, 0, NULL),
	(3, 22, 110, 206, 100000, 0, NULL),
	(3, 22, 110, 207, 100000, 0, NULL),
	(3, 23, 110, 206, 100000, 0, NULL),
	(3, 23, 110, 207, 100000, 0, NULL),
	(3, 24, 110, 206, 100000, 0, NULL),
	(3, 24, 110, 207, 100000, 0, NULL),
	(3, 25, 110, 207, 100000, 0, NULL),
	(3, 26, 110, 207, 100000, 0, NULL),
	(3, 27, 110, 206, 100000, 0, NULL),
	(3, 27, 110, 207, 100000, 0, NULL),
	(3, 28, 110, 206, 100000, 0, NULL),
	(3, 28, 110, 207, 100000, 0, NULL),
	(3, 29, 110, 206, 100000, 0, NULL),
	(3, 29, 110, 207, 100000, 0, NULL),
	(3, 30, 111, 206, 100000, 0, NULL),
	(3, 30, 111, 207, 100000, 0, NULL),
	(3, 31, 111, 206, 100000, 0, NULL),
	(3, 31, 111, 207, 100000, 0, NULL),
	(3, 32, 111, 206, 100000, 0, NULL),
	(3, 32, 111, 207, 100000, 0, NULL),
	(3, 33, 111, 206, 100000, 0, NULL),
	(3, 33, 111, 207, 100000, 0, NULL),
	(3, 34, 111, 206, 100000, 0, NULL),
	(3, 34, 111, 207, 100000, 0, NULL),
	(3, 35, 110, 206, 100000, 0, NULL),
	(3, 35, 110, 207, 100000, 0, NULL),
	(3, 36, 110, 206, 100000, 0, NULL),
	(3, 36, 110, 207, 100000, 0, NULL),
	(3, 37, 111, 206, 100000, 0, NULL),
	(3, 37, 111, 207, 100000, 0, NULL),
	(3, 38, 111, 206, 100000, 0, NULL),
	(3, 38, 111, 207, 100000, 0, NULL),
	(3, 39, 112, 206, 100000, 0, NULL),
	(3, 39, 112, 207, 100000, 0, NULL),
	(3, 40, 112, 206, 100000, 0, NULL),
	(3, 40, 112, 207, 100000, 0, NULL),
	(3, 41, 112, 206, 100000, 0, NULL),
	(3, 41, 112, 207, 100000, 0, NULL),
	(3, 42, 112, 206, 100000, 0, NULL),
	(3, 42, 112, 207, 100000, 0, NULL),
	(3, 43, 112, 206, 100000, 0, NULL),
	(3, 43, 112, 207, 100000, 0, NULL),
	(3, 44, 112, 206, 100000, 0, NULL),
	(3, 44, 112, 207, 100000, 0, NULL),
	(3, 45, 112, 206, 100000, 0, NULL),
	(3, 45, 112, 207, 100000, 0, NULL),
	(3, 46, 112, 206, 100000, 0, NULL),
	(3, 46, 112, 207, 100000, 0, NULL),
	(3, 47, 112, 206, 100000, 0, NULL),
	(3, 47, 112, 207, 100000, 0, NULL),
	(3, 48, 112, 206, 100000, 0, NULL),
	(3, 48, 112, 207, 100000, 0, NULL),
	(3, 49, 112, 206, 100000, 0, NULL),
	(3, 49, 112, 207, 100000, 0, NULL),
	(3, 50, 112, 206, 100000, 0, NULL),
	(3, 50, 112, 207, 100000, 0, NULL),
	(3, 51, 113, 206, 100000, 0, NULL),
	(3, 51, 113, 207, 100000, 0, NULL),
	(3, 52, 113, 206, 100000, 0, NULL),
	(3, 52, 113, 207, 100000, 0, NULL),
	(3, 53, 113, 206, 100000, 0, NULL),
	(3, 53, 113, 207, 100000, 0, NULL),
	(3, 54, 113, 206, 100000, 0, NULL),
	(3, 54, 113, 207, 100000, 0, NULL),
	(3, 55, 113, 206, 100000, 0, NULL),
	(3, 55, 113, 207, 100000, 0, NULL),
	(3, 56, 114, 206, 100000, 0, NULL),
	(3, 56, 114, 207, 100000, 0, NULL),
	(3, 57, 114, 206, 100000, 0, NULL),
	(3, 57, 114, 207, 100000, 0, NULL),
	(3, 58, 114, 206, 100000, 0, NULL),
	(3, 58, 114, 207, 100000, 0, NULL),
	(3, 59, 114, 206, 100000, 0, NULL),
	(3, 59, 114, 207, 100000, 0, NULL),
	(3, 60, 114, 206, 100000, 0, NULL),
	(3, 60, 114, 207, 100000, 0, NULL),
	(3, 61, 115, 206, 100000, 0, NULL),
	(3, 61, 115, 207, 100000, 0, NULL),
	(3, 62, 115, 206, 100000, 0, NULL),
	(3, 62, 115, 207, 100000, 0, NULL),
	(3, 63, 115, 206, 100000, 0, NULL),
	(3, 63, 115, 207, 100000, 0, NULL),
	(3, 64, 115, 206, 100000, 0, NULL),
	(3, 64, 115, 207, 100000, 0, NULL),
	(3, 65, 115, 206, 100000, 0, NULL),
	(3, 65, 115, 207, 100000, 0, NULL),
	(3, 66, 116, 206, 100000, 0, NULL),
	(3, 66, 116, 207, 100000, 0, NULL),
	(3, 67, 118, 206, 100000, 0, NULL),
	(3, 67, 118, 207, 100000, 0, NULL),
	(3, 68, 116, 206, 100000, 0, NULL),
	(3, 68, 116, 207, 100000, 0, NULL),
	(3, 69, 118, 206, 100000, 0, NULL),
	(3, 69, 118, 207, 100000, 0, NULL),
	(3, 70, 116, 206, 100000, 0, NULL),
	(3, 70, 116, 207, 100000, 0, NULL),
	(3, 71, 118, 206, 100000, 0, NULL),
	(3, 71, 118, 207, 100000, 0, NULL),
	(3, 72, 116, 206, 100000, 0, NULL),
	(3, 26, 110, 206, 100000, 1, NULL),
	(3, 72, 116, 207, 100000, 0, NULL),
	(3, 73, 118, 206, 100000, 0, NULL),
	(3, 73, 118, 207, 100000, 0, NULL),
	(3, 74, 116, 206, 100000, 0, NULL),
	(3, 74, 116, 207, 100000, 0, NULL),
	(3, 75, 118, 206, 100000, 0, NULL),
	(3, 75, 118, 207, 100000, 0, NULL),
	(3, 76, 116, 207, 100000, 0, NULL),
	(3, 77, 116, 206, 100000, 0, NULL),
	(3, 77, 116, 207, 100000, 0, NULL),
	(3, 78, 116, 206, 100000, 0, NULL),
	(3, 78, 116, 207, 100000, 0, NULL),
	(3, 79, 116, 206, 100000, 0, NULL),
	(3, 79, 116, 207, 100000, 0, NULL),
	(3, 80, 116, 206, 100000, 0, NULL),
	(3, 80, 116, 207, 100000, 0, NULL),
	(3, 81, 117, 206, 100000, 0, NULL),
	(3, 81, 117, 207, 100000, 0, NULL),
	(3, 82, 117, 206, 100000, 0, NULL),
	(3, 82, 117, 207, 100000, 0, NULL),
	(3, 83, 117, 206, 100000, 0, NULL),
	(3, 83, 117, 207, 100000, 0, NULL),
	(3, 84, 117, 206, 100000, 0, NULL),
	(3, 84, 117, 207, 100000, 0, NULL),
	(3, 85, 117, 206, 100000, 0, NULL),
	(3, 85, 117, 207, 100000, 0, NULL),
	(3, 86, 118, 206, 100000, 0, NULL),
	(3, 86, 118, 207, 100000, 0, NULL),
	(3, 76, 116, 206, 100000, 1, NULL),
	(3, 25, 110, 206, 100000, 2, NULL);
INSERT INTO public.person (tenant_id, id, uuid, name, social_name, birth_date, gender_id, nationality, cpf, rg, rg_issuer, rg_state, mother_name, issuing_country, email, email_confirmed_at, cell_phone, cell_phone_confirmed_at, phone, identity_locked_at, anonymised_at, external_id, created_at, updated_at) VALUES
	(3, 9001, '26448875-6b95-4f9b-80fb-06c382115a3b', 'Candidata Teste', NULL, '2003-05-10', NULL, 'BR', '10050000187', NULL, NULL, NULL, NULL, NULL, 'pessoa1@exemplo.test', NULL, '31900000001', NULL, NULL, NULL, NULL, NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 9002, '9b07a954-837d-41cd-ac18-66912e216e32', 'Candidata Teste', NULL, '2003-05-10', NULL, 'BR', '10050000268', NULL, NULL, NULL, NULL, NULL, 'pessoa2@exemplo.test', NULL, '31900000002', NULL, NULL, NULL, NULL, NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 9003, '930b9e70-2505-4d48-a6e8-f0de96fdf497', 'Candidata Teste', NULL, '2003-05-10', 1, 'BR', '10050000349', 'MG1234567', 'SSP', 'MG', 'Responsável Exemplo', NULL, 'pessoa3@exemplo.test', NULL, '31900000003', NULL, NULL, '2026-01-12 13:00:00+00', NULL, NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 9004, 'dda35cdf-e285-4cb8-a1d2-623d8034d035', 'Candidata Teste', NULL, '2003-05-10', 1, 'BR', '10050000420', 'MG1234567', 'SSP', 'MG', 'Responsável Exemplo', NULL, 'pessoa4@exemplo.test', NULL, '31900000004', NULL, NULL, '2026-01-12 13:00:00+00', NULL, NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 9005, '74c7a82e-2859-407c-94c0-2aebb9bf56ec', 'Candidata Teste', NULL, '2003-05-10', NULL, 'BR', '10050000500', NULL, NULL, NULL, NULL, NULL, 'pessoa5@exemplo.test', NULL, '31900000005', NULL, NULL, NULL, NULL, NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 9006, 'd6a6b6af-6e64-457b-b1d4-c62723045a20', 'Candidata Teste', NULL, '2003-05-10', NULL, 'BR', '10050000691', NULL, NULL, NULL, NULL, NULL, 'pessoa6@exemplo.test', NULL, '31900000006', NULL, NULL, NULL, NULL, NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 9007, 'f0ba3d42-3145-44da-a48b-ec7d9bf3543b', 'Candidata Teste', NULL, '2003-05-10', NULL, 'BR', '10050000772', NULL, NULL, NULL, NULL, NULL, 'pessoa7@exemplo.test', NULL, '31900000007', NULL, NULL, NULL, NULL, NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 9008, 'c04304d3-c0f6-4048-93b0-ee67d3d3b656', 'Candidata Teste', NULL, '2003-05-10', 1, 'BR', '10050000853', 'MG1234567', 'SSP', 'MG', 'Responsável Exemplo', NULL, 'pessoa8@exemplo.test', NULL, '31900000008', NULL, NULL, '2026-01-12 13:00:00+00', NULL, NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 9009, '4a613a0e-dedc-4c33-bdc0-f5c0700804ba', 'Candidata Teste', NULL, '2003-05-10', NULL, 'BR', '10050000934', NULL, NULL, NULL, NULL, NULL, 'pessoa9@exemplo.test', NULL, '31900000009', NULL, NULL, NULL, NULL, NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 9010, 'ed71c753-31d7-4791-b689-7aaeacc0ec5c', 'Candidata Teste', NULL, NULL, NULL, 'BR', '10050001078', NULL, NULL, NULL, NULL, NULL, 'pessoa10@exemplo.test', NULL, '31900000010', NULL, NULL, NULL, NULL, NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 9011, '5d36b26e-7176-455f-ba30-498a3739d61d', 'Candidata Teste', NULL, '2003-05-10', NULL, 'BR', '10050001159', NULL, NULL, NULL, NULL, NULL, 'pessoa11@exemplo.test', NULL, '31900000011', NULL, NULL, NULL, NULL, NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 9012, '0d0b545c-8b29-4b5a-9461-08d5570f8e2b', 'Candidata Teste', NULL, '2003-05-10', 1, 'BR', '10050001230', 'MG1234567', 'SSP', 'MG', 'Responsável Exemplo', NULL, 'pessoa12@exemplo.test', NULL, '31900000012', NULL, NULL, '2026-01-12 13:00:00+00', NULL, NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00');
INSERT INTO public.tenant_host (tenant_id, id, host, application, institution_id, theme, captcha_key, social, retired_at) VALUES
	(1, 1, 'alfa.orbita.test', 'orbita', NULL, '{"link": "#982439", "favicon": "alfa/favicon.png", "primary": "#982439", "logoLarge": "alfa/l.svg", "logoSmall": "alfa/s.svg", "secondary": "#c59559"}', 'simulator', '{"google": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/google"}, "linkedin": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/linkedin"}}', NULL),
	(1, 2, 'alfa.localhost', 'orbita', NULL, '{"link": "#982439", "favicon": "alfa/favicon.png", "primary": "#982439", "logoLarge": "alfa/l.svg", "logoSmall": "alfa/s.svg", "secondary": "#c59559"}', 'simulator', '{"google": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/google"}, "linkedin": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/linkedin"}}', NULL),
	(1, 3, 'cua.alfa.orbita.test', 'orbita', 1, '{"link": "#982439", "favicon": "alfa/favicon.png", "primary": "#982439", "logoLarge": "alfa/l.svg", "logoSmall": "alfa/s.svg", "secondary": "#c59559"}', 'simulator', '{"google": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/google"}, "linkedin": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/linkedin"}}', NULL),
	(1, 4, 'cua.alfa.localhost', 'orbita', 1, '{"link": "#982439", "favicon": "alfa/favicon.png", "primary": "#982439", "logoLarge": "alfa/l.svg", "logoSmall": "alfa/s.svg", "secondary": "#c59559"}', 'simulator', '{"google": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/google"}, "linkedin": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/linkedin"}}', NULL),
	(1, 5, 'localhost', 'orbita', 1, '{"link": "#982439", "favicon": "alfa/favicon.png", "primary": "#982439", "logoLarge": "alfa/l.svg", "logoSmall": "alfa/s.svg", "secondary": "#c59559"}', 'simulator', '{"google": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/google"}, "linkedin": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/linkedin"}}', NULL),
	(1, 6, '127.0.0.1', 'orbita', 1, '{"link": "#982439", "favicon": "alfa/favicon.png", "primary": "#982439", "logoLarge": "alfa/l.svg", "logoSmall": "alfa/s.svg", "secondary": "#c59559"}', 'simulator', '{"google": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/google"}, "linkedin": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/linkedin"}}', NULL),
	(1, 7, 'epa.alfa.orbita.test', 'orbita', 2, '{"link": "#1d5c63", "favicon": "alfa/epa/favicon.png", "primary": "#1d5c63", "logoLarge": "alfa/epa/l.svg", "logoSmall": "alfa/epa/s.svg", "secondary": "#e0a030"}', 'simulator', '{"google": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/google"}, "linkedin": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/linkedin"}}', NULL),
	(1, 8, 'epa.alfa.localhost', 'orbita', 2, '{"link": "#1d5c63", "favicon": "alfa/epa/favicon.png", "primary": "#1d5c63", "logoLarge": "alfa/epa/l.svg", "logoSmall": "alfa/epa/s.svg", "secondary": "#e0a030"}', 'simulator', '{"google": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/google"}, "linkedin": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/linkedin"}}', NULL),
	(2, 9, 'beta.orbita.test', 'orbita', 3, '{"link": "#0b5394", "favicon": "beta/favicon.png", "primary": "#0b5394", "logoLarge": "beta/l.svg", "logoSmall": "beta/s.svg", "secondary": "#3d9970"}', 'simulator', '{"google": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/google"}, "facebook": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/facebook"}}', NULL),
	(2, 10, 'beta.localhost', 'orbita', 3, '{"link": "#0b5394", "favicon": "beta/favicon.png", "primary": "#0b5394", "logoLarge": "beta/l.svg", "logoSmall": "beta/s.svg", "secondary": "#3d9970"}', 'simulator', '{"google": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/google"}, "facebook": {"clientId": "sim", "redirectUrl": "/orbita/candidate/auth/facebook"}}', NULL),
	(3, 11, 'motor.orbita.test', 'orbita', 4, '{"link": "#982439", "favicon": "", "primary": "#982439", "logoLarge": "", "logoSmall": "", "secondary": "#c59559"}', 'simulator', '{}', NULL);
INSERT INTO public.subscription (tenant_id, id, person_id, institution_id, host_id, offer_id, course_id, pole_id, intake_id, application_type, status, is_paid, is_tax_paid, display_campus, holds_place, payment_deadline, awaits_class, extended_end, schooling_level, schooling_expected_year, disciplines_chosen_at, accessibility, voucher_tag, tracking, transaction_id, student_lyceum_id, no_retake, attention, external_id, version, created_at, updated_at) VALUES
	(3, 5001, 9001, 4, 11, 21, 110, 206, 304, 'graduation', 1, false, false, true, false, NULL, false, NULL, 'postgraduate', NULL, NULL, NULL, NULL, NULL, '7144ed89-973c-46ef-8fce-0f086acfd638', NULL, false, '[]', NULL, 1, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 5002, 9002, 4, 11, 56, 114, 206, 304, 'extension', 3, false, false, true, false, NULL, false, NULL, 'postgraduate', NULL, NULL, NULL, NULL, NULL, 'e1d36140-6d6b-405d-9b3b-23753a883323', NULL, false, '[]', NULL, 2, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 5003, 9003, 4, 11, 76, 116, 206, 304, 'tax', 5, true, true, true, true, '2026-01-20 02:59:59.999+00', false, NULL, 'postgraduate', NULL, NULL, NULL, NULL, NULL, '9c012b03-9ebb-4fe6-a9ca-f95c651dbca5', NULL, false, '[]', NULL, 7, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 5004, 9004, 4, 11, 25, 110, 206, 304, 'graduation', 7, true, false, true, true, '2026-01-20 02:59:59.999+00', false, NULL, 'postgraduate', NULL, NULL, NULL, NULL, NULL, 'ae10f194-3083-4d7f-9530-9bfe01a1c88f', NULL, false, '[]', NULL, 7, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 5005, 9005, 4, 11, 35, 110, 206, 304, 'essay', 8, false, false, true, false, NULL, false, NULL, 'postgraduate', NULL, NULL, NULL, NULL, NULL, '1e175e70-ba97-4feb-988f-78c69828146f', NULL, false, '[]', NULL, 3, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 5006, 9006, 4, 11, 46, 112, 206, 304, 'postgraduate', 9, false, false, true, false, NULL, false, NULL, 'postgraduate', NULL, NULL, NULL, NULL, NULL, '9e44dcc5-33b9-40ff-81a5-6d8aaa34c0a3', NULL, true, '[]', NULL, 3, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 5007, 9007, 4, 11, 23, 110, 206, 304, 'graduation', 10, false, false, true, false, NULL, false, NULL, 'postgraduate', NULL, NULL, NULL, NULL, NULL, '20caf8d1-ad4e-4f02-bb9b-b3939476470a', NULL, false, '[]', NULL, 2, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 5008, 9008, 4, 11, 25, 110, 206, 304, 'graduation', 12, false, false, true, true, '2026-01-20 02:59:59.999+00', false, NULL, 'postgraduate', NULL, NULL, NULL, NULL, NULL, 'da08b8dd-c184-443c-969c-f46ca045a2fa', NULL, false, '[]', NULL, 6, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 5009, 9009, 4, 11, 35, 110, 206, 304, 'essay', 13, false, false, true, false, NULL, false, NULL, 'postgraduate', NULL, NULL, NULL, NULL, NULL, '01c2cd5e-0077-4ea5-bde3-5493879a9a3c', NULL, false, '[]', NULL, 3, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 5010, 9010, 4, NULL, 46, 112, 206, 304, 'postgraduate', 14, false, false, true, false, NULL, false, NULL, 'postgraduate', NULL, NULL, NULL, NULL, NULL, 'd6817bfa-098e-43c5-a7ae-7a5bd2c27a0b', NULL, false, '[]', NULL, 1, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 5011, 9011, 4, 11, 42, 112, 206, 304, 'postgraduate', 18, false, false, true, false, NULL, false, NULL, 'postgraduate', NULL, NULL, NULL, NULL, NULL, '58d3ea5a-6669-40c7-b7e3-bff43684fb41', NULL, false, '[]', NULL, 2, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 5012, 9012, 4, 11, 26, 110, 206, 304, 'graduation', 21, false, false, true, true, '2026-01-20 02:59:59.999+00', false, NULL, 'postgraduate', NULL, NULL, NULL, NULL, NULL, 'cd937e90-1a5e-4c49-b6a2-1bd748736099', NULL, false, '[]', NULL, 4, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00');
INSERT INTO public.audit_log (tenant_id, id, at, token_id, token_name, operator, action, subject, outcome, detail) VALUES
	(3, 1, '2026-01-12 13:00:00+00', NULL, 'development', NULL, 'POST /operations/tenants/catalogue', '/orbita/api/operations/tenants/catalogue', 201, '{"requestId": "80862f55-2610-4141-87b6-012c745955b6"}'),
	(3, 2, '2026-01-12 13:00:00+00', NULL, 'development', NULL, 'POST /operations/webhook-endpoints', '/orbita/api/operations/webhook-endpoints/3001', 201, '{"requestId": "73decce9-c134-411c-a220-a377dec78724"}'),
	(3, 3, '2026-01-12 13:00:00+00', NULL, 'development', NULL, 'POST /operations/subscriptions/{id}/manual-payments', '/orbita/api/operations/subscriptions/5003/manual-payments/8002', 201, '{"requestId": "83f6178f-eaf7-4158-94b7-d6bdf7cc02ee"}'),
	(3, 4, '2026-01-12 13:00:00+00', NULL, 'development', NULL, 'POST /operations/manual-payments/{id}/decision', '/orbita/api/operations/manual-payments/8002/decision', 200, '{"requestId": "41c436a7-8bde-45a6-b3eb-12055bf4b999"}'),
	(3, 5, '2026-01-12 13:00:00+00', NULL, 'development', NULL, 'POST /operations/subscriptions/{id}/manual-payments', '/orbita/api/operations/subscriptions/5004/manual-payments/8003', 201, '{"requestId": "e460147f-1048-495e-aa1b-ee34336b600f"}'),
	(3, 6, '2026-01-12 13:00:00+00', NULL, 'development', NULL, 'POST /operations/manual-payments/{id}/decision', '/orbita/api/operations/manual-payments/8003/decision', 200, '{"requestId": "9dfe18c5-b4cb-4f25-a2e0-223957a9062c"}'),
	(3, 7, '2026-01-12 13:00:00+00', NULL, 'development', NULL, 'POST /operations/documents/{id}/review', '/orbita/api/operations/documents/6003/review', 200, '{"requestId": "05d781c3-c86b-4e3c-9815-084444ccfda5"}'),
	(3, 8, '2026-01-12 13:00:00+00', NULL, 'development', NULL, 'POST /operations/essays/{id}/grade', '/orbita/api/operations/essays/7001/grade', 200, '{"requestId": "53c67ace-c636-40b0-b47d-1544b0a003f5"}'),
	(3, 9, '2026-01-12 13:00:00+00', NULL, 'development', NULL, 'POST /operations/blocks', '/orbita/api/operations/blocks/1', 201, '{"requestId": "5ee60b13-a4e6-45d6-a3ea-d7c042b162f9"}'),
	(3, 10, '2026-01-12 13:00:00+00', NULL, 'development', NULL, 'POST /operations/subscriptions/{id}/events', '/orbita/api/operations/subscriptions/5006/events', 200, '{"requestId": "c1ec20c5-f0c2-46ea-9636-1af243c99a6b"}'),
	(3, 11, '2026-01-12 13:00:00+00', NULL, 'development', NULL, 'POST /operations/subscriptions/{id}/manual-payments', '/orbita/api/operations/subscriptions/5008/manual-payments/8004', 201, '{"requestId": "4637dfe5-dd6e-49b8-ae69-fee021abf3b1"}'),
	(3, 12, '2026-01-12 13:00:00+00', NULL, 'development', NULL, 'POST /operations/essays/{id}/grade', '/orbita/api/operations/essays/7002/grade', 200, '{"requestId": "3c33dd5d-064b-46f9-9146-f4866fa247ef"}'),
	(3, 13, '2026-01-12 13:00:00+00', NULL, 'development', NULL, 'POST /operations/subscriptions', '/orbita/api/operations/subscriptions/5010', 201, '{"requestId": "4304b8d5-980f-4256-a243-1c2618db4879"}'),
	(1, 14, '2026-01-12 13:00:00+00', NULL, 'development', NULL, 'POST /operations/tokens', '/orbita/api/operations/tokens/1', 201, '{"requestId": "61a2d2b7-28d0-4912-9a05-c03fe8bbd07e"}'),
	(1, 15, '2026-01-12 13:00:00+00', 1, 'Integracao', NULL, 'POST /operations/tokens', '/orbita/api/operations/tokens/2', 201, '{"requestId": "97b97b6e-7aaf-402d-a904-ba300cf3d3a6"}');
INSERT INTO public.block_entry (tenant_id, id, document_type, document, reason, created_at, removed_at) VALUES
	(3, 1, 'cpf', '10050000500', 'Conferido pela secretaria', '2026-01-12 13:00:00+00', NULL);
INSERT INTO public.brand_asset (tenant_id, path, content_type, content, sha256) VALUES
	(1, 'alfa/favicon.png', 'image/png', '\x89504e470d0a1a0a0000000d4948445200000020000000200806000000737a7af4000001b34944415478dac557bd4a043110ce23ec43e40116bb5457598a602322580b7616fa005a7b220829c4b51104b11144c142140e2cc4030b119b346a65a356569159b24b762eb99bc484fbe0836c26d9f97667f2338c21482e4ac94525b950920b9d88cabcb3643e482e0ac9453fa1531fc147e1723e4cedec48f4f4e5fabc1eec2fd58436f4195f852da09fc3f9ddce62ebbc21f419117d3be6c97fb5fde5986033e34a669223d8c1e9dc8a56d7b735a18ded3ee70dcdb88ac566fbfbfda36e00ed48018ac5383fee2d680ce88b08818e12f0549d8c0880bec0248c13703833ab7fbf7e4604401fd888cb305ec0cdc696f6016ca1ef0b16f0f9fcea1500b6ac0260b9d96896a10dd7924c26e0e5eca2e3ec7c79ada60d1893450024988defb78fd6066d1b38199308186cef769cc033c5964c00fecaabd5cd3604d0f6fd9d2402709c298039c904e04ca700e62411e0daf7a9c0e743948087bd83ce4be1b9893da66becbf05d8c9e7daefc79d1394646421fb3e3ef12827e5a4f38185241f25a638672625235980ebd643b92d5104a8d87b5f82792afa529a8855b66b399165b6c28452a2652fcdc670e8ab0fa7539c4eb33cff03dbe4e2f53d581acd0000000049454e44ae426082', '0ed5f9ef82ee25cb377488542ce819f375634d118bb8fc357338dc3d070c9caf'),
	(1, 'alfa/s.svg', 'image/svg+xml', '\x3c73766720786d6c6e733d22687474703a2f2f7777772e77332e6f72672f323030302f737667222076696577426f783d22302030203336203336222077696474683d22333622206865696768743d2233362220726f6c653d22696d672220617269612d6c6162656c3d2243656e74726f20556e69766572736974c3a172696f20416c6661204578656d706c6f223e0a20203c7469746c653e43656e74726f20556e69766572736974c3a172696f20416c6661204578656d706c6f3c2f7469746c653e0a20203c636972636c652063783d223138222063793d2231382220723d223136222066696c6c3d226e6f6e6522207374726f6b653d222339383234333922207374726f6b652d77696474683d22322e35222f3e3c7061746820643d224d313020323620313820396c382031374d31332e3530302032302e3530306839222066696c6c3d226e6f6e6522207374726f6b653d222339383234333922207374726f6b652d77696474683d22322e38303022207374726f6b652d6c696e656361703d22726f756e6422207374726f6b652d6c696e656a6f696e3d22726f756e64222f3e3c636972636c652063783d223330222063793d22362220723d2234222066696c6c3d2223633539353539222f3e0a3c2f7376673e0a', 'd8cffbc8b6a4a2aad1b86e99a1317e2ca8db12d10d258ea820699f0951a225e3'),
	(1, 'alfa/l.svg', 'image/svg+xml', '\x3c73766720786d6c6e733d22687474703a2f2f7777772e77332e6f72672f323030302f737667222076696577426f783d2230203020313639203430222077696474683d2231363922206865696768743d2234302220726f6c653d22696d672220617269612d6c6162656c3d2243656e74726f20556e69766572736974c3a172696f20416c6661204578656d706c6f223e0a20203c7469746c653e43656e74726f20556e69766572736974c3a172696f20416c6661204578656d706c6f3c2f7469746c653e0a20203c67207472616e73666f726d3d227472616e736c6174652832203229223e3c636972636c652063783d223138222063793d2231382220723d223136222066696c6c3d226e6f6e6522207374726f6b653d222339383234333922207374726f6b652d77696474683d22322e35222f3e3c7061746820643d224d313020323620313820396c382031374d31332e3530302032302e3530306839222066696c6c3d226e6f6e6522207374726f6b653d222339383234333922207374726f6b652d77696474683d22322e38303022207374726f6b652d6c696e656361703d22726f756e6422207374726f6b652d6c696e656a6f696e3d22726f756e64222f3e3c636972636c652063783d223330222063793d22362220723d2234222066696c6c3d2223633539353539222f3e3c2f673e0a20203c6720666f6e742d66616d696c793d2273797374656d2d75692c20275365676f65205549272c20526f626f746f2c2073616e732d7365726966222066696c6c3d2223393832343339223e3c7465787420783d2234382220793d2231372220666f6e742d73697a653d2231332220666f6e742d7765696768743d223530302220746578744c656e6774683d2231313922206c656e67746841646a7573743d2273706163696e67416e64476c79706873223e43656e74726f20556e69766572736974c3a172696f3c2f746578743e3c7465787420783d2234382220793d2233342220666f6e742d73697a653d2231352e3530302220666f6e742d7765696768743d223730302220746578744c656e6774683d22393522206c656e67746841646a7573743d2273706163696e67416e64476c79706873223e416c6661204578656d706c6f3c2f746578743e3c2f673e0a3c2f7376673e0a', '25aaac8dcce5a5e33951a4b70c803772c001a3c0a109f7324ba9b2b1e4eab002'),
	(1, 'alfa/epa/favicon.png', 'image/png', '\x89504e470d0a1a0a0000000d4948445200000020000000200806000000737a7af40000013c4944415478da63604003b231c906b231c9f3656392efcbc624ffa712be0f35d3800117908d4916908d49eea7a2a5b830c80e016c969fa7b6654e9991ff17773bfc7fb0c0008c416c9018d42e016407f4d3c2f22b738ce196c330480cea887ee438a77a5023fb1c1d83e4a0ea0c18a08903af61eed50dff779c39f7fff8b51b3831481ea40ea60797e5300c55379f8198d40e329c1870f5c123521d709f8198e004f99058d0b76e232951f09f64077cfcfa1523f8d101282a884884e43900c4469707f91a5b54e0c986d4750008832cc516158430d51c5034731e8a0370a9a3990306340470a5019a3880d85c403307105b0e0c880348097aaa4601b6ba80660e20367b8d3a60d401a30e20c5012435c9406c6a7658486a94925bd8e0c1f369d62c27121bd0ac63424c178de65d333cf83caefee1c0744e07b27b0e006af88279f3d5faff0000000049454e44ae426082', '75cc35c40cc96202bc584af24dff85d8501fbfa8f0f496d36700ef535ee11e6a'),
	(1, 'alfa/epa/s.svg', 'image/svg+xml', '\x3c73766720786d6c6e733d22687474703a2f2f7777772e77332e6f72672f323030302f737667222076696577426f783d22302030203336203336222077696474683d22333622206865696768743d2233362220726f6c653d22696d672220617269612d6c6162656c3d224573636f6c612064652050c3b37320416c6661204578656d706c6f223e0a20203c7469746c653e4573636f6c612064652050c3b37320416c6661204578656d706c6f3c2f7469746c653e0a20203c7265637420783d22322220793d2232222077696474683d22333222206865696768743d223332222072783d2239222066696c6c3d226e6f6e6522207374726f6b653d222331643563363322207374726f6b652d77696474683d22322e353030222f3e3c7061746820643d224d3130203235563131683761342e35303020342e35303020302030203120302039682d37222066696c6c3d226e6f6e6522207374726f6b653d222331643563363322207374726f6b652d77696474683d22322e38303022207374726f6b652d6c696e656361703d22726f756e6422207374726f6b652d6c696e656a6f696e3d22726f756e64222f3e3c7061746820643d224d3233203235683522207374726f6b653d222365306130333022207374726f6b652d77696474683d22332e35303022207374726f6b652d6c696e656361703d22726f756e64222f3e0a3c2f7376673e0a', 'f8caf52f6e4e57283ff274c79b79ae5da7d8ef1aadf13112486e698da693c5a6'),
	(1, 'alfa/epa/l.svg', 'image/svg+xml', '\x3c73766720786d6c6e733d22687474703a2f2f7777772e77332e6f72672f323030302f737667222076696577426f783d2230203020313435203430222077696474683d2231343522206865696768743d2234302220726f6c653d22696d672220617269612d6c6162656c3d224573636f6c612064652050c3b37320416c6661204578656d706c6f223e0a20203c7469746c653e4573636f6c612064652050c3b37320416c6661204578656d706c6f3c2f7469746c653e0a20203c67207472616e73666f726d3d227472616e736c6174652832203229223e3c7265637420783d22322220793d2232222077696474683d22333222206865696768743d223332222072783d2239222066696c6c3d226e6f6e6522207374726f6b653d222331643563363322207374726f6b652d77696474683d22322e353030222f3e3c7061746820643d224d3130203235563131683761342e35303020342e35303020302030203120302039682d37222066696c6c3d226e6f6e6522207374726f6b653d222331643563363322207374726f6b652d77696474683d22322e38303022207374726f6b652d6c696e656361703d22726f756e6422207374726f6b652d6c696e656a6f696e3d22726f756e64222f3e3c7061746820643d224d3233203235683522207374726f6b653d222365306130333022207374726f6b652d77696474683d22332e35303022207374726f6b652d6c696e656361703d22726f756e64222f3e3c2f673e0a20203c6720666f6e742d66616d696c793d2273797374656d2d75692c20275365676f65205549272c20526f626f746f2c2073616e732d7365726966222066696c6c3d2223316435633633223e3c7465787420783d2234382220793d2231372220666f6e742d73697a653d2231332220666f6e742d7765696768743d223530302220746578744c656e6774683d22383022206c656e67746841646a7573743d2273706163696e67416e64476c79706873223e4573636f6c612064652050c3b3733c2f746578743e3c7465787420783d2234382220793d2233342220666f6e742d73697a653d2231352e3530302220666f6e742d7765696768743d223730302220746578744c656e6774683d22393522206c656e67746841646a7573743d2273706163696e67416e64476c79706873223e416c6661204578656d706c6f3c2f746578743e3c2f673e0a3c2f7376673e0a', '3d3757e3ec823c9e138faf5710216f176fe2ea7f98fc6bf40bc7839f67442b23'),
	(2, 'beta/favicon.png', 'image/png', '\x89504e470d0a1a0a0000000d4948445200000020000000200806000000737a7af40000015d4944415478da63604003dcc1530cb883a7cce70e9e729f3b78ca7f2ae1fb50330d187001eee02902dcc153faa968292e0cb243009be5e7a96d994842ef7fdde6eaffb6330bc018c4068941ed124076403f2d2cb79a5a04b71c8641625047f423c739d5831ad9e7e81824075567c0004d1c780db32c5ef17ff3c97bff0f5d79821383e441ea607a70590ec35075f3198849ed20c38901208790e880fb0cc40427c86062012c14888c82ff243be0c3971f28417ff1fe6b14072cd97f9dd844489e03908319861fbefa84e208adcc8584b221751d903e650f8a035a579e223ab750c501201fe34a8c7471c0808700ae34401307109b0b68e60062cb8101730029f14f9528c0e6385242812a8910e46b64004a1774750008a3274662a3826a0e402f0b882d8c864708d0350d0c782ea0453940b5261929418fdc24a349a394483c9f66cd7222b101cd3a26c474d168de35c383cfe3ea1f0e4ce77420bbe7007c4914f41a2fc85f0000000049454e44ae426082', '09a2297f9d3da8f8bb720d840cbc67aedc50769bada17c019d338dc3b46c2613'),
	(2, 'beta/s.svg', 'image/svg+xml', '\x3c73766720786d6c6e733d22687474703a2f2f7777772e77332e6f72672f323030302f737667222076696577426f783d22302030203336203336222077696474683d22333622206865696768743d2233362220726f6c653d22696d672220617269612d6c6162656c3d22466163756c646164652042657461204578656d706c6f223e0a20203c7469746c653e466163756c646164652042657461204578656d706c6f3c2f7469746c653e0a20203c7061746820643d224d313820322033332031302e3530307631354c313820333420332032352e353030762d31355a222066696c6c3d226e6f6e6522207374726f6b653d222330623533393422207374726f6b652d77696474683d22322e35303022207374726f6b652d6c696e656a6f696e3d22726f756e64222f3e3c7061746820643d224d31332e3530302032352e353030762d3135683661332e36303020332e363030203020302031203020372e343030682d366d36203061332e38303020332e383030203020302031203020372e363030682d36222066696c6c3d226e6f6e6522207374726f6b653d222330623533393422207374726f6b652d77696474683d22322e36303022207374726f6b652d6c696e656361703d22726f756e6422207374726f6b652d6c696e656a6f696e3d22726f756e64222f3e3c636972636c652063783d223238222063793d2231382220723d22322e353030222066696c6c3d2223336439393730222f3e0a3c2f7376673e0a', '7fde5e70ef8ac0b99a7a4a6dcd85d43a0ac0b216a7b610afa14c664cd34009b7'),
	(2, 'beta/l.svg', 'image/svg+xml', '\x3c73766720786d6c6e733d22687474703a2f2f7777772e77332e6f72672f323030302f737667222076696577426f783d2230203020313437203430222077696474683d2231343722206865696768743d2234302220726f6c653d22696d672220617269612d6c6162656c3d22466163756c646164652042657461204578656d706c6f223e0a20203c7469746c653e466163756c646164652042657461204578656d706c6f3c2f7469746c653e0a20203c67207472616e73666f726d3d227472616e736c6174652832203229223e3c7061746820643d224d313820322033332031302e3530307631354c313820333420332032352e353030762d31355a222066696c6c3d226e6f6e6522207374726f6b653d222330623533393422207374726f6b652d77696474683d22322e35303022207374726f6b652d6c696e656a6f696e3d22726f756e64222f3e3c7061746820643d224d31332e3530302032352e353030762d3135683661332e36303020332e363030203020302031203020372e343030682d366d36203061332e38303020332e383030203020302031203020372e363030682d36222066696c6c3d226e6f6e6522207374726f6b653d222330623533393422207374726f6b652d77696474683d22322e36303022207374726f6b652d6c696e656361703d22726f756e6422207374726f6b652d6c696e656a6f696e3d22726f756e64222f3e3c636972636c652063783d223238222063793d2231382220723d22322e353030222066696c6c3d2223336439393730222f3e3c2f673e0a20203c6720666f6e742d66616d696c793d2273797374656d2d75692c20275365676f65205549272c20526f626f746f2c2073616e732d7365726966222066696c6c3d2223306235333934223e3c7465787420783d2234382220793d2231372220666f6e742d73697a653d2231332220666f6e742d7765696768743d223530302220746578744c656e6774683d22353822206c656e67746841646a7573743d2273706163696e67416e64476c79706873223e466163756c646164653c2f746578743e3c7465787420783d2234382220793d2233342220666f6e742d73697a653d2231352e3530302220666f6e742d7765696768743d223730302220746578744c656e6774683d22393722206c656e67746841646a7573743d2273706163696e67416e64476c79706873223e42657461204578656d706c6f3c2f746578743e3c2f673e0a3c2f7376673e0a', '3a9e7244b3ec1bf52f665d7d6ab7ea57bd38d9753f9b737c90235b67b94edb8d');
INSERT INTO public.cancellation (tenant_id, id, subscription_id, reason, details, state, withdrawal_right, paid_cents, refund_cents, decision_reason, decided_by, requested_at, decided_at, institution_id) VALUES
	(3, 9101, 5008, 'gave-up', NULL, 'open', false, 0, NULL, NULL, NULL, '2026-01-12 13:00:00+00', NULL, 4),
	(3, 9102, 5009, 'gave-up', NULL, 'done', false, 0, NULL, NULL, NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', 4);
INSERT INTO public.discipline (tenant_id, id, course_id, intake_id, code, module, name, workload, mandatory, elective_group, active, retired_at) VALUES
	(1, 1, 104, 301, 'PSI101', 1, 'História da Psicologia', 80, true, NULL, true, NULL),
	(1, 2, 104, 301, 'PSI102', 1, 'Processos Psicológicos Básicos', 80, true, NULL, true, NULL),
	(1, 3, 104, 301, 'PSI151', 1, 'Filosofia e Psicologia', 40, false, 'eletivas', true, NULL),
	(1, 4, 104, 301, 'PSI152', 1, 'Leitura e Escrita Acadêmica', 40, false, 'eletivas', true, NULL),
	(1, 5, 104, 301, 'PSI153', 1, 'Antropologia e Cultura', 40, false, 'eletivas', true, NULL);
INSERT INTO public.contract_template (tenant_id, id, code, version, title, html, created_at) VALUES
	(1, 1, 'CT-GRAD', 1, 'Contrato de prestação de serviços educacionais', '<h1>{{contract.title}}</h1>
<p>Entre as partes abaixo fica ajustado o presente contrato, na versão {{contract.version}} de seu texto, para o semestre letivo de ingresso em curso de graduação.</p>
<h2>1. Partes</h2>
<p><strong>Contratada:</strong> {{institution.name}} ({{institution.acronym}}), inscrita no CNPJ sob o nº {{institution.document}}.</p>
<p><strong>Aluno(a):</strong> {{candidate.name}}{{#candidate.socialName}} (nome social: {{candidate.socialName}}){{/candidate.socialName}}, {{candidate.documentLabel}} {{candidate.document}}, nascido(a) em {{candidate.birthDate}}, residente em {{candidate.address}}, e-mail {{candidate.email}}, telefone {{candidate.cellPhone}}.</p>
{{#guardian}}
<p><strong>Contratante e responsável financeiro:</strong> {{guardian.name}}, CPF {{guardian.cpf}}, nascido(a) em {{guardian.birthDate}}, {{guardian.relationship}} do(a) aluno(a), residente em {{guardian.address}}, e-mail {{guardian.email}}, telefone {{guardian.cellPhone}}. Por ser o(a) aluno(a) menor de 18 anos, este contrato é celebrado e confirmado por seu responsável financeiro, que o(a) {{guardian.acts}} e responde pelas obrigações de pagamento (Código Civil, arts. 3º, 4º e 1.634).</p>
{{/guardian}}
{{^guardian}}
<p>O(a) aluno(a), maior de 18 anos, é o(a) próprio(a) contratante e responde pelo pagamento.</p>
{{/guardian}}
<h2>2. Objeto</h2>
<p>A contratada prestará serviços educacionais do curso de graduação <strong>{{course.name}}</strong>, modalidade {{course.modality}}, no local {{pole.name}}, com ingresso por {{ingressMode.name}} e início das aulas em {{intake.classStart}}.</p>
{{#academicClass}}
<p>Turma: {{academicClass.name}}, {{academicClass.weekdays}}, início em {{academicClass.start}}.</p>
{{/academicClass}}
{{#hasDisciplines}}
<p>Disciplinas do primeiro módulo escolhidas pelo(a) aluno(a), sem efeito sobre o preço:</p>
<ul>
{{#disciplines}}
<li>{{code}} – {{name}} ({{workload}} horas)</li>
{{/disciplines}}
</ul>
{{/hasDisciplines}}
<h2>3. Preço e forma de pagamento</h2>
<p>O valor total do semestre e os planos em que pode ser pago são os da tabela abaixo. O(a) contratante escolhe o plano ao pagar a primeira parcela. Não há juros nem acréscimo em nenhum plano: a taxa de juros é de 0% ao mês e ao ano, e a soma das parcelas é igual ao valor total.</p>
<table>
<thead><tr><th>Plano</th><th>Parcelas</th><th>Valor da parcela</th><th>Desconto de campanha</th><th>Desconto de pontualidade</th><th>Total sem descontos</th><th>Total com os descontos</th></tr></thead>
<tbody>
{{#plans}}
<tr><td>{{description}}</td><td>{{installments}}</td><td>{{value}}</td><td>{{discount}}</td><td>{{conditionalDiscount}}</td><td>{{total}}</td><td>{{totalWithDiscounts}}</td></tr>
{{/plans}}
</tbody>
</table>
<p>O desconto de pontualidade vale para cada parcela paga até o vencimento; depois dele é devido o valor da parcela sem esse desconto. O desconto de campanha e o de cupom valem nas condições em que foram concedidos e não se acumulam além do valor da parcela.</p>
<p>A primeira parcela integra o valor total, não é um acréscimo a ele (Lei nº 9.870/1999, art. 1º), e vence no prazo de pagamento informado na inscrição. As demais vencem todo dia {{payment.dueDay}} dos meses seguintes ao do início das aulas.</p>
<h2>4. Atraso</h2>
<p>Antes do pagamento da primeira parcela não há matrícula nem mora: vencido o prazo, a inscrição se encerra sem cobrança. Sobre parcelas posteriores pagas depois do vencimento incidem multa de 2% sobre o valor da parcela, juros de mora de 1% ao mês, proporcionais aos dias de atraso, e atualização pelo IPCA. O atraso não autoriza a suspensão de provas nem a retenção de documentos (Lei nº 9.870/1999, art. 6º).</p>
<h2>5. Pagamento antecipado</h2>
<p>O(a) contratante pode antecipar no todo ou em parte o pagamento das parcelas a qualquer tempo, com redução proporcional de eventuais juros e encargos (Código de Defesa do Consumidor, art. 52, § 2º). Como não há juros, o saldo antecipado é a soma das parcelas restantes, mantidos os descontos a que elas teriam direito.</p>
<h2>6. Direito de arrependimento</h2>
<p>Este contrato é celebrado pela internet. O(a) contratante pode desistir dele em até <strong>7 (sete) dias</strong> contados da aceitação, sem justificar e sem custo, pelo próprio portal do candidato, e recebe de volta tudo o que pagou, pelo mesmo meio de pagamento, corrigido (Código de Defesa do Consumidor, art. 49).</p>
<h2>7. Cancelamento depois do prazo de arrependimento</h2>
<p>Passados os 7 dias, o cancelamento pode ser pedido a qualquer tempo no portal. São devidas as parcelas vencidas até a data do pedido. Se o pedido for feito antes do início das aulas, a contratada devolve o que foi pago, podendo reter até 10% da primeira parcela por despesas comprovadas de matrícula.</p>
<h2>8. Documentos e matrícula</h2>
<p>A matrícula se completa com o pagamento da primeira parcela e a aprovação dos documentos obrigatórios. A falta de documento exigido por lei, como o comprovante de conclusão do ensino médio, impede a matrícula definitiva; nesse caso, o que foi pago por aulas não prestadas é devolvido.</p>
<h2>9. Obrigações</h2>
<ul>
<li>A contratada oferece o curso com a carga horária, os professores e os recursos informados no projeto pedagógico, mantém o ambiente virtual disponível e atende com acessibilidade a pessoa com deficiência, sem cobrar por isso (Lei nº 13.146/2015, art. 28, § 1º).</li>
<li>O(a) aluno(a) frequenta as atividades, respeita o regimento da instituição e mantém seus dados atualizados.</li>
<li>Se a turma não atingir o mínimo para funcionar, a contratada avisa antes do início das aulas e devolve integralmente o que foi pago, ou oferece outra turma, à escolha do(a) contratante.</li>
</ul>
<h2>10. Dados pessoais</h2>
<p>Os dados são tratados para executar este contrato e cumprir obrigações legais (Lei nº 13.709/2018, art. 7º, II e V), conforme a política em {{institution.privacyPolicyUrl}}. Encarregado: {{institution.dpoContact}}.</p>
<h2>11. Aceitação eletrônica</h2>
<p>As partes reconhecem como válida a aceitação eletrônica deste contrato (Medida Provisória nº 2.200-2/2001, art. 10, § 2º). O texto aceito, seu código de verificação, o momento e os dados do acesso ficam guardados, e uma cópia em PDF é enviada por e-mail ao(à) contratante.</p>
<h2>12. Foro</h2>
<p>Fica eleito o foro do domicílio do(a) contratante (Código de Defesa do Consumidor, art. 101, I).</p>
', '2026-01-12 13:00:00+00'),
	(1, 2, 'CT-POS', 1, 'Contrato de prestação de serviços educacionais de pós-graduação', '<h1>{{contract.title}}</h1>
<p>Entre as partes abaixo fica ajustado o presente contrato, na versão {{contract.version}} de seu texto, para curso de pós-graduação lato sensu.</p>
<h2>1. Partes</h2>
<p><strong>Contratada:</strong> {{institution.name}} ({{institution.acronym}}), inscrita no CNPJ sob o nº {{institution.document}}.</p>
<p><strong>Contratante:</strong> {{candidate.name}}{{#candidate.socialName}} (nome social: {{candidate.socialName}}){{/candidate.socialName}}, {{candidate.documentLabel}} {{candidate.document}}, nascido(a) em {{candidate.birthDate}}, residente em {{candidate.address}}, e-mail {{candidate.email}}, telefone {{candidate.cellPhone}}.</p>
<h2>2. Objeto</h2>
<p>A contratada prestará serviços educacionais do curso de pós-graduação <strong>{{course.name}}</strong>, modalidade {{course.modality}}, no local {{pole.name}}, com ingresso por {{ingressMode.name}} e início das aulas em {{intake.classStart}}.</p>
{{#academicClass}}
<p>Turma: {{academicClass.name}}, {{academicClass.weekdays}}, início em {{academicClass.start}}.</p>
{{/academicClass}}
<h2>3. Preço e forma de pagamento</h2>
<p>O valor total do curso e os planos em que pode ser pago são os da tabela abaixo. O(a) contratante escolhe o plano ao pagar a primeira parcela. Não há juros nem acréscimo em nenhum plano: a taxa de juros é de 0% ao mês e ao ano, e a soma das parcelas é igual ao valor total.</p>
<table>
<thead><tr><th>Plano</th><th>Parcelas</th><th>Valor da parcela</th><th>Desconto de campanha</th><th>Desconto de pontualidade</th><th>Total sem descontos</th><th>Total com os descontos</th></tr></thead>
<tbody>
{{#plans}}
<tr><td>{{description}}</td><td>{{installments}}</td><td>{{value}}</td><td>{{discount}}</td><td>{{conditionalDiscount}}</td><td>{{total}}</td><td>{{totalWithDiscounts}}</td></tr>
{{/plans}}
</tbody>
</table>
<p>O desconto de pontualidade vale para cada parcela paga até o vencimento; depois dele é devido o valor da parcela sem esse desconto. O desconto de campanha e o de cupom valem nas condições em que foram concedidos e não se acumulam além do valor da parcela.</p>
<p>A primeira parcela integra o valor total, não é um acréscimo a ele (Lei nº 9.870/1999, art. 1º), e vence no prazo de pagamento informado na inscrição. As demais vencem todo dia {{payment.dueDay}} dos meses seguintes ao do início das aulas.</p>
{{#fee}}
<p>A taxa de inscrição de {{fee.value}}, já paga ou dispensada, cobriu o processo seletivo e não é parcela do curso.</p>
{{/fee}}
<h2>4. Atraso</h2>
<p>Antes do pagamento da primeira parcela não há matrícula nem mora: vencido o prazo, a inscrição se encerra sem cobrança. Sobre parcelas posteriores pagas depois do vencimento incidem multa de 2% sobre o valor da parcela, juros de mora de 1% ao mês, proporcionais aos dias de atraso, e atualização pelo IPCA. O atraso não autoriza a suspensão de provas nem a retenção de documentos (Lei nº 9.870/1999, art. 6º).</p>
<h2>5. Pagamento antecipado</h2>
<p>O(a) contratante pode antecipar no todo ou em parte o pagamento das parcelas a qualquer tempo, com redução proporcional de eventuais juros e encargos (Código de Defesa do Consumidor, art. 52, § 2º). Como não há juros, o saldo antecipado é a soma das parcelas restantes, mantidos os descontos a que elas teriam direito.</p>
<h2>6. Direito de arrependimento</h2>
<p>Este contrato é celebrado pela internet. O(a) contratante pode desistir dele em até <strong>7 (sete) dias</strong> contados da aceitação, sem justificar e sem custo, pelo próprio portal do candidato, e recebe de volta tudo o que pagou, pelo mesmo meio de pagamento, corrigido (Código de Defesa do Consumidor, art. 49).</p>
<h2>7. Cancelamento depois do prazo de arrependimento</h2>
<p>Passados os 7 dias, o cancelamento pode ser pedido a qualquer tempo no portal. São devidas as parcelas vencidas até a data do pedido. Se o pedido for feito antes do início das aulas, a contratada devolve o que foi pago, podendo reter até 10% da primeira parcela por despesas comprovadas de matrícula.</p>
<h2>8. Documentos e matrícula</h2>
<p>A matrícula se completa com o pagamento da primeira parcela e a aprovação dos documentos obrigatórios. A falta de documento exigido por lei, como o diploma de graduação, impede a matrícula definitiva; nesse caso, o que foi pago por aulas não prestadas é devolvido.</p>
<h2>9. Obrigações</h2>
<ul>
<li>A contratada oferece o curso com a carga horária, os professores e os recursos informados no projeto pedagógico, mantém o ambiente virtual disponível e atende com acessibilidade a pessoa com deficiência, sem cobrar por isso (Lei nº 13.146/2015, art. 28, § 1º).</li>
<li>O(a) aluno(a) frequenta as atividades, respeita o regimento da instituição e mantém seus dados atualizados.</li>
<li>Se a turma não atingir o mínimo para funcionar, a contratada avisa antes do início das aulas e devolve integralmente o que foi pago, ou oferece outra turma, à escolha do(a) contratante.</li>
</ul>
<h2>10. Dados pessoais</h2>
<p>Os dados são tratados para executar este contrato e cumprir obrigações legais (Lei nº 13.709/2018, art. 7º, II e V), conforme a política em {{institution.privacyPolicyUrl}}. Encarregado: {{institution.dpoContact}}.</p>
<h2>11. Aceitação eletrônica</h2>
<p>As partes reconhecem como válida a aceitação eletrônica deste contrato (Medida Provisória nº 2.200-2/2001, art. 10, § 2º). O texto aceito, seu código de verificação, o momento e os dados do acesso ficam guardados, e uma cópia em PDF é enviada por e-mail ao(à) contratante.</p>
<h2>12. Foro</h2>
<p>Fica eleito o foro do domicílio do(a) contratante (Código de Defesa do Consumidor, art. 101, I).</p>
', '2026-01-12 13:00:00+00'),
	(1, 3, 'CT-EXT', 1, 'Contrato de prestação de serviços educacionais de extensão', '<h1>{{contract.title}}</h1>
<p>Entre as partes abaixo fica ajustado o presente contrato, na versão {{contract.version}} de seu texto, para curso livre de extensão.</p>
<h2>1. Partes</h2>
<p><strong>Contratada:</strong> {{institution.name}} ({{institution.acronym}}), inscrita no CNPJ sob o nº {{institution.document}}.</p>
<p><strong>Aluno(a):</strong> {{candidate.name}}{{#candidate.socialName}} (nome social: {{candidate.socialName}}){{/candidate.socialName}}, {{candidate.documentLabel}} {{candidate.document}}, nascido(a) em {{candidate.birthDate}}, residente em {{candidate.address}}, e-mail {{candidate.email}}, telefone {{candidate.cellPhone}}.</p>
{{#guardian}}
<p><strong>Contratante e responsável financeiro:</strong> {{guardian.name}}, CPF {{guardian.cpf}}, nascido(a) em {{guardian.birthDate}}, {{guardian.relationship}} do(a) aluno(a), residente em {{guardian.address}}, e-mail {{guardian.email}}, telefone {{guardian.cellPhone}}. Por ser o(a) aluno(a) menor de 18 anos, este contrato é celebrado e confirmado por seu responsável financeiro, que o(a) {{guardian.acts}} e responde pelas obrigações de pagamento (Código Civil, arts. 3º, 4º e 1.634).</p>
{{/guardian}}
{{^guardian}}
<p>O(a) aluno(a), maior de 18 anos, é o(a) próprio(a) contratante e responde pelo pagamento.</p>
{{/guardian}}
<h2>2. Objeto</h2>
<p>A contratada prestará serviços educacionais do curso de extensão <strong>{{course.name}}</strong>, modalidade {{course.modality}}, no local {{pole.name}}, com ingresso por {{ingressMode.name}} e início das aulas em {{intake.classStart}}.</p>
{{#academicClass}}
<p>Turma: {{academicClass.name}}, {{academicClass.weekdays}}, início em {{academicClass.start}}.</p>
{{/academicClass}}
<h2>3. Preço e forma de pagamento</h2>
<p>O valor total do curso e os planos em que pode ser pago são os da tabela abaixo. O(a) contratante escolhe o plano ao pagar a primeira parcela. Não há juros nem acréscimo em nenhum plano: a taxa de juros é de 0% ao mês e ao ano, e a soma das parcelas é igual ao valor total.</p>
<table>
<thead><tr><th>Plano</th><th>Parcelas</th><th>Valor da parcela</th><th>Desconto de campanha</th><th>Desconto de pontualidade</th><th>Total sem descontos</th><th>Total com os descontos</th></tr></thead>
<tbody>
{{#plans}}
<tr><td>{{description}}</td><td>{{installments}}</td><td>{{value}}</td><td>{{discount}}</td><td>{{conditionalDiscount}}</td><td>{{total}}</td><td>{{totalWithDiscounts}}</td></tr>
{{/plans}}
</tbody>
</table>
<p>O desconto de pontualidade vale para cada parcela paga até o vencimento; depois dele é devido o valor da parcela sem esse desconto. O desconto de campanha e o de cupom valem nas condições em que foram concedidos e não se acumulam além do valor da parcela.</p>
<p>A primeira parcela integra o valor total, não é um acréscimo a ele (Lei nº 9.870/1999, art. 1º), e vence no prazo de pagamento informado na inscrição. As demais vencem todo dia {{payment.dueDay}} dos meses seguintes ao do início das aulas.</p>
<h2>4. Atraso</h2>
<p>Antes do pagamento da primeira parcela não há matrícula nem mora: vencido o prazo, a inscrição se encerra sem cobrança. Sobre parcelas posteriores pagas depois do vencimento incidem multa de 2% sobre o valor da parcela, juros de mora de 1% ao mês, proporcionais aos dias de atraso, e atualização pelo IPCA. O atraso não autoriza a suspensão de provas nem a retenção de documentos (Lei nº 9.870/1999, art. 6º).</p>
<h2>5. Pagamento antecipado</h2>
<p>O(a) contratante pode antecipar no todo ou em parte o pagamento das parcelas a qualquer tempo, com redução proporcional de eventuais juros e encargos (Código de Defesa do Consumidor, art. 52, § 2º). Como não há juros, o saldo antecipado é a soma das parcelas restantes, mantidos os descontos a que elas teriam direito.</p>
<h2>6. Direito de arrependimento</h2>
<p>Este contrato é celebrado pela internet. O(a) contratante pode desistir dele em até <strong>7 (sete) dias</strong> contados da aceitação, sem justificar e sem custo, pelo próprio portal do candidato, e recebe de volta tudo o que pagou, pelo mesmo meio de pagamento, corrigido (Código de Defesa do Consumidor, art. 49).</p>
<h2>7. Cancelamento depois do prazo de arrependimento</h2>
<p>Passados os 7 dias, o cancelamento pode ser pedido a qualquer tempo no portal. São devidas as parcelas vencidas até a data do pedido. Se o pedido for feito antes do início das aulas, a contratada devolve o que foi pago, podendo reter até 10% da primeira parcela por despesas comprovadas de matrícula.</p>
<h2>8. Documentos e matrícula</h2>
<p>A matrícula se completa com o pagamento da primeira parcela e a aprovação dos documentos obrigatórios. A falta de documento exigido por lei impede a matrícula definitiva; nesse caso, o que foi pago por aulas não prestadas é devolvido.</p>
<h2>9. Obrigações</h2>
<ul>
<li>A contratada oferece o curso com a carga horária, os professores e os recursos informados no projeto pedagógico, mantém o ambiente virtual disponível e atende com acessibilidade a pessoa com deficiência, sem cobrar por isso (Lei nº 13.146/2015, art. 28, § 1º).</li>
<li>O(a) aluno(a) frequenta as atividades, respeita o regimento da instituição e mantém seus dados atualizados.</li>
<li>Se a turma não atingir o mínimo para funcionar, a contratada avisa antes do início das aulas e devolve integralmente o que foi pago, ou oferece outra turma, à escolha do(a) contratante.</li>
</ul>
<h2>10. Dados pessoais</h2>
<p>Os dados são tratados para executar este contrato e cumprir obrigações legais (Lei nº 13.709/2018, art. 7º, II e V), conforme a política em {{institution.privacyPolicyUrl}}. Encarregado: {{institution.dpoContact}}.</p>
<h2>11. Aceitação eletrônica</h2>
<p>As partes reconhecem como válida a aceitação eletrônica deste contrato (Medida Provisória nº 2.200-2/2001, art. 10, § 2º). O texto aceito, seu código de verificação, o momento e os dados do acesso ficam guardados, e uma cópia em PDF é enviada por e-mail ao(à) contratante.</p>
<h2>12. Foro</h2>
<p>Fica eleito o foro do domicílio do(a) contratante (Código de Defesa do Consumidor, art. 101, I).</p>
', '2026-01-12 13:00:00+00'),
	(2, 4, 'CT-GRAD', 1, 'Contrato de prestação de serviços educacionais', '<h1>{{contract.title}}</h1>
<p>Entre as partes abaixo fica ajustado o presente contrato, na versão {{contract.version}} de seu texto, para o semestre letivo de ingresso em curso de graduação.</p>
<h2>1. Partes</h2>
<p><strong>Contratada:</strong> {{institution.name}} ({{institution.acronym}}), inscrita no CNPJ sob o nº {{institution.document}}.</p>
<p><strong>Aluno(a):</strong> {{candidate.name}}{{#candidate.socialName}} (nome social: {{candidate.socialName}}){{/candidate.socialName}}, {{candidate.documentLabel}} {{candidate.document}}, nascido(a) em {{candidate.birthDate}}, residente em {{candidate.address}}, e-mail {{candidate.email}}, telefone {{candidate.cellPhone}}.</p>
{{#guardian}}
<p><strong>Contratante e responsável financeiro:</strong> {{guardian.name}}, CPF {{guardian.cpf}}, nascido(a) em {{guardian.birthDate}}, {{guardian.relationship}} do(a) aluno(a), residente em {{guardian.address}}, e-mail {{guardian.email}}, telefone {{guardian.cellPhone}}. Por ser o(a) aluno(a) menor de 18 anos, este contrato é celebrado e confirmado por seu responsável financeiro, que o(a) {{guardian.acts}} e responde pelas obrigações de pagamento (Código Civil, arts. 3º, 4º e 1.634).</p>
{{/guardian}}
{{^guardian}}
<p>O(a) aluno(a), maior de 18 anos, é o(a) próprio(a) contratante e responde pelo pagamento.</p>
{{/guardian}}
<h2>2. Objeto</h2>
<p>A contratada prestará serviços educacionais do curso de graduação <strong>{{course.name}}</strong>, modalidade {{course.modality}}, no local {{pole.name}}, com ingresso por {{ingressMode.name}} e início das aulas em {{intake.classStart}}.</p>
{{#academicClass}}
<p>Turma: {{academicClass.name}}, {{academicClass.weekdays}}, início em {{academicClass.start}}.</p>
{{/academicClass}}
{{#hasDisciplines}}
<p>Disciplinas do primeiro módulo escolhidas pelo(a) aluno(a), sem efeito sobre o preço:</p>
<ul>
{{#disciplines}}
<li>{{code}} – {{name}} ({{workload}} horas)</li>
{{/disciplines}}
</ul>
{{/hasDisciplines}}
<h2>3. Preço e forma de pagamento</h2>
<p>O valor total do semestre e os planos em que pode ser pago são os da tabela abaixo. O(a) contratante escolhe o plano ao pagar a primeira parcela. Não há juros nem acréscimo em nenhum plano: a taxa de juros é de 0% ao mês e ao ano, e a soma das parcelas é igual ao valor total.</p>
<table>
<thead><tr><th>Plano</th><th>Parcelas</th><th>Valor da parcela</th><th>Desconto de campanha</th><th>Desconto de pontualidade</th><th>Total sem descontos</th><th>Total com os descontos</th></tr></thead>
<tbody>
{{#plans}}
<tr><td>{{description}}</td><td>{{installments}}</td><td>{{value}}</td><td>{{discount}}</td><td>{{conditionalDiscount}}</td><td>{{total}}</td><td>{{totalWithDiscounts}}</td></tr>
{{/plans}}
</tbody>
</table>
<p>O desconto de pontualidade vale para cada parcela paga até o vencimento; depois dele é devido o valor da parcela sem esse desconto. O desconto de campanha e o de cupom valem nas condições em que foram concedidos e não se acumulam além do valor da parcela.</p>
<p>A primeira parcela integra o valor total, não é um acréscimo a ele (Lei nº 9.870/1999, art. 1º), e vence no prazo de pagamento informado na inscrição. As demais vencem todo dia {{payment.dueDay}} dos meses seguintes ao do início das aulas.</p>
<h2>4. Atraso</h2>
<p>Antes do pagamento da primeira parcela não há matrícula nem mora: vencido o prazo, a inscrição se encerra sem cobrança. Sobre parcelas posteriores pagas depois do vencimento incidem multa de 2% sobre o valor da parcela, juros de mora de 1% ao mês, proporcionais aos dias de atraso, e atualização pelo IPCA. O atraso não autoriza a suspensão de provas nem a retenção de documentos (Lei nº 9.870/1999, art. 6º).</p>
<h2>5. Pagamento antecipado</h2>
<p>O(a) contratante pode antecipar no todo ou em parte o pagamento das parcelas a qualquer tempo, com redução proporcional de eventuais juros e encargos (Código de Defesa do Consumidor, art. 52, § 2º). Como não há juros, o saldo antecipado é a soma das parcelas restantes, mantidos os descontos a que elas teriam direito.</p>
<h2>6. Direito de arrependimento</h2>
<p>Este contrato é celebrado pela internet. O(a) contratante pode desistir dele em até <strong>7 (sete) dias</strong> contados da aceitação, sem justificar e sem custo, pelo próprio portal do candidato, e recebe de volta tudo o que pagou, pelo mesmo meio de pagamento, corrigido (Código de Defesa do Consumidor, art. 49).</p>
<h2>7. Cancelamento depois do prazo de arrependimento</h2>
<p>Passados os 7 dias, o cancelamento pode ser pedido a qualquer tempo no portal. São devidas as parcelas vencidas até a data do pedido. Se o pedido for feito antes do início das aulas, a contratada devolve o que foi pago, podendo reter até 10% da primeira parcela por despesas comprovadas de matrícula.</p>
<h2>8. Documentos e matrícula</h2>
<p>A matrícula se completa com o pagamento da primeira parcela e a aprovação dos documentos obrigatórios. A falta de documento exigido por lei, como o comprovante de conclusão do ensino médio, impede a matrícula definitiva; nesse caso, o que foi pago por aulas não prestadas é devolvido.</p>
<h2>9. Obrigações</h2>
<ul>
<li>A contratada oferece o curso com a carga horária, os professores e os recursos informados no projeto pedagógico, mantém o ambiente virtual disponível e atende com acessibilidade a pessoa com deficiência, sem cobrar por isso (Lei nº 13.146/2015, art. 28, § 1º).</li>
<li>O(a) aluno(a) frequenta as atividades, respeita o regimento da instituição e mantém seus dados atualizados.</li>
<li>Se a turma não atingir o mínimo para funcionar, a contratada avisa antes do início das aulas e devolve integralmente o que foi pago, ou oferece outra turma, à escolha do(a) contratante.</li>
</ul>
<h2>10. Dados pessoais</h2>
<p>Os dados são tratados para executar este contrato e cumprir obrigações legais (Lei nº 13.709/2018, art. 7º, II e V), conforme a política em {{institution.privacyPolicyUrl}}. Encarregado: {{institution.dpoContact}}.</p>
<h2>11. Aceitação eletrônica</h2>
<p>As partes reconhecem como válida a aceitação eletrônica deste contrato (Medida Provisória nº 2.200-2/2001, art. 10, § 2º). O texto aceito, seu código de verificação, o momento e os dados do acesso ficam guardados, e uma cópia em PDF é enviada por e-mail ao(à) contratante.</p>
<h2>12. Foro</h2>
<p>Fica eleito o foro do domicílio do(a) contratante (Código de Defesa do Consumidor, art. 101, I).</p>
', '2026-01-12 13:00:00+00'),
	(3, 5, 'CT', 1, 'Contrato', '<p>Contrato de prestação de serviços.</p>', '2026-01-12 13:00:00+00');
INSERT INTO public.contract_acceptance (tenant_id, id, subscription_id, contract_template_id, contract, html, html_hash, declared, observed, account_uuid, session_id, sign_in_method, challenge_id, guardian, pdf_key, pdf_hash, accepted_at, voided_at) VALUES
	(3, 8101, 5003, 5, 'CT:1', '<p>Contrato de prestação de serviços.</p>', 'sha256:40d11aac5f2c57655e10c92a1b7ab4e72b6bb6b07a3f0dc15aefdaaf9a23ff2a', '{"IP": "", "OS": "Android 14", "Address": "", "Browser": "Chrome 140", "DeviceType": "mobile", "BrowserVendor": "Google Inc."}', '{"ip": "127.0.0.1", "userAgent": "node", "confirmation": null}', '930b9e70-2505-4d48-a6e8-f0de96fdf497', '3fc6ce71-e1ec-4beb-8eb1-21bbb5e26e1c', 'password', NULL, NULL, 'tenants/3/contracts/5003/c02c85047beefb76b82f657db2fb279f164ef3911e130c8b77237bfaf2ea82e1-c8cfcea2.pdf', 'sha256:c02c85047beefb76b82f657db2fb279f164ef3911e130c8b77237bfaf2ea82e1', '2026-01-12 13:00:00+00', NULL),
	(3, 8102, 5004, 5, 'CT:1', '<p>Contrato de prestação de serviços.</p>', 'sha256:40d11aac5f2c57655e10c92a1b7ab4e72b6bb6b07a3f0dc15aefdaaf9a23ff2a', '{"IP": "", "OS": "Android 14", "Address": "", "Browser": "Chrome 140", "DeviceType": "mobile", "BrowserVendor": "Google Inc."}', '{"ip": "127.0.0.1", "userAgent": "node", "confirmation": null}', 'dda35cdf-e285-4cb8-a1d2-623d8034d035', '45d88e42-384c-4212-a451-c7062ac83e03', 'password', NULL, NULL, 'tenants/3/contracts/5004/bb5a4f6e3baf8090ba02d52b4e60334bd7571dc88f499a7548d10c85602f4fc2-9948f4a3.pdf', 'sha256:bb5a4f6e3baf8090ba02d52b4e60334bd7571dc88f499a7548d10c85602f4fc2', '2026-01-12 13:00:00+00', NULL),
	(3, 8103, 5008, 5, 'CT:1', '<p>Contrato de prestação de serviços.</p>', 'sha256:40d11aac5f2c57655e10c92a1b7ab4e72b6bb6b07a3f0dc15aefdaaf9a23ff2a', '{"IP": "", "OS": "Android 14", "Address": "", "Browser": "Chrome 140", "DeviceType": "mobile", "BrowserVendor": "Google Inc."}', '{"ip": "127.0.0.1", "userAgent": "node", "confirmation": null}', 'c04304d3-c0f6-4048-93b0-ee67d3d3b656', 'd60f12d5-1e27-45fb-bf7b-4d031a31ffea', 'password', NULL, NULL, 'tenants/3/contracts/5008/b07bbd2d57e74f765666a466b24c2ee83c944057d7e1e321ddc7d92504b60878-5d99a9c5.pdf', 'sha256:b07bbd2d57e74f765666a466b24c2ee83c944057d7e1e321ddc7d92504b60878', '2026-01-12 13:00:00+00', NULL),
	(3, 8104, 5012, 5, 'CT:1', '<p>Contrato de prestação de serviços.</p>', 'sha256:40d11aac5f2c57655e10c92a1b7ab4e72b6bb6b07a3f0dc15aefdaaf9a23ff2a', '{"IP": "", "OS": "Android 14", "Address": "", "Browser": "Chrome 140", "DeviceType": "mobile", "BrowserVendor": "Google Inc."}', '{"ip": "127.0.0.1", "userAgent": "node", "confirmation": null}', '0d0b545c-8b29-4b5a-9461-08d5570f8e2b', '58ea15b7-9e6b-4a77-9f50-8de1f129cc59', 'password', NULL, NULL, 'tenants/3/contracts/5012/fbbadb9f2d6487d8a6423cc63261e17192dc45b1002445e5d4b3e4d9d10d1e89-a9185cbe.pdf', 'sha256:fbbadb9f2d6487d8a6423cc63261e17192dc45b1002445e5d4b3e4d9d10d1e89', '2026-01-12 13:00:00+00', NULL);
INSERT INTO public.required_document (tenant_id, id, subscription_id, code, "position", name, help, stage, required, accepts_xlsx, state, rejection_reason, rejection_note, reviewed_at, readable, updated_at, institution_id) VALUES
	(3, 6001, 5003, 'RG', 1, 'Documento de identidade', '', 'enrollment', true, false, 'pending', NULL, NULL, NULL, false, '2026-01-12 13:00:00+00', 4),
	(3, 6003, 5004, 'RG', 1, 'Documento de identidade', '', 'enrollment', true, false, 'waived', NULL, NULL, '2026-01-12 13:00:00+00', false, '2026-01-12 13:00:00+00', 4),
	(3, 6005, 5007, 'HISTORICO', 1, 'Histórico escolar', '', 'selection', true, false, 'pending', NULL, NULL, NULL, false, '2026-01-12 13:00:00+00', 4),
	(3, 6007, 5008, 'RG', 1, 'Documento de identidade', '', 'enrollment', true, false, 'pending', NULL, NULL, NULL, false, '2026-01-12 13:00:00+00', 4),
	(3, 6008, 5012, 'RG', 1, 'Documento de identidade', '', 'enrollment', true, false, 'pending', NULL, NULL, NULL, false, '2026-01-12 13:00:00+00', 4);
INSERT INTO public.elective_rule (tenant_id, id, course_id, intake_id, module, min, max, retired_at) VALUES
	(1, 1, 104, 301, 1, 1, 2, NULL);
INSERT INTO public.essay_theme (tenant_id, id, code, title, texts, retired_at) VALUES
	(1, 1, 'TEMA-01', 'Os desafios da educação a distância na formação profissional', '["Texto I — A educação a distância deixou de ser uma alternativa de poucos. Hoje, parte considerável de quem\nentra no ensino superior no Brasil estuda total ou parcialmente pela internet. Para muitas dessas pessoas, que\ntrabalham durante o dia, cuidam da família ou moram longe de uma faculdade, é a única forma possível de\ncontinuar os estudos. Ao mesmo tempo, estudar sem horário fixo e sem colegas ao lado exige planejamento,\ndisciplina e um lugar tranquilo, condições que nem todas as casas oferecem.", "Texto II — \"No começo eu deixava tudo para o fim de semana e acumulava\", conta uma estudante fictícia do\nterceiro semestre. \"Só melhorou quando reservei uma hora por dia e formei um grupo com três colegas do mesmo\npolo. A tecnologia aproxima, mas quem cria o vínculo somos nós.\" Seu professor concorda: para ele, a qualidade\nde um curso a distância depende menos da plataforma e mais da presença de alguém que leia, responda e cobre.", "Proposta — A partir dos textos e do que você conhece, escreva um texto dissertativo-argumentativo, em norma\npadrão da língua portuguesa, sobre o tema \"Os desafios da educação a distância na formação profissional\".\nDefenda um ponto de vista, apresente argumentos e proponha o que estudantes, instituições ou poder público\npodem fazer a respeito. Não copie trechos dos textos de apoio."]', NULL),
	(1, 2, 'TEMA-02', 'A tecnologia e as novas formas de trabalho', '["Texto I — Aplicativos, automação e inteligência artificial mudaram o que se faz e como se faz em quase todas\nas profissões. Tarefas repetitivas são feitas por programas; relatórios que levavam dias ficam prontos em\nminutos; equipes se reúnem sem sair de casa. Surgem ocupações que não existiam há dez anos, enquanto outras\ndiminuem. A pergunta deixou de ser se o trabalho vai mudar: é quem terá condições de acompanhar a mudança.", "Texto II — Para um entregador fictício de 24 anos, o telefone é patrão, mapa e banco. \"Escolho a hora em que\nligo, mas não escolho quanto vale a corrida\", diz. Na outra ponta da cidade, uma analista que trabalha de casa\nganhou duas horas por dia sem trânsito e perdeu o limite entre o expediente e o descanso. As duas histórias\nmostram a mesma novidade: a liberdade e a insegurança chegaram juntas.", "Proposta — A partir dos textos e do que você conhece, escreva um texto dissertativo-argumentativo, em norma\npadrão da língua portuguesa, sobre o tema \"A tecnologia e as novas formas de trabalho\". Defenda um ponto de\nvista, apresente argumentos e proponha caminhos para que a mudança beneficie quem trabalha. Não copie trechos\ndos textos de apoio."]', NULL),
	(2, 3, 'TEMA-01', 'Os desafios da educação a distância na formação profissional', '["Texto I — A educação a distância deixou de ser uma alternativa de poucos. Hoje, parte considerável de quem\nentra no ensino superior no Brasil estuda total ou parcialmente pela internet. Para muitas dessas pessoas, que\ntrabalham durante o dia, cuidam da família ou moram longe de uma faculdade, é a única forma possível de\ncontinuar os estudos. Ao mesmo tempo, estudar sem horário fixo e sem colegas ao lado exige planejamento,\ndisciplina e um lugar tranquilo, condições que nem todas as casas oferecem.", "Texto II — \"No começo eu deixava tudo para o fim de semana e acumulava\", conta uma estudante fictícia do\nterceiro semestre. \"Só melhorou quando reservei uma hora por dia e formei um grupo com três colegas do mesmo\npolo. A tecnologia aproxima, mas quem cria o vínculo somos nós.\" Seu professor concorda: para ele, a qualidade\nde um curso a distância depende menos da plataforma e mais da presença de alguém que leia, responda e cobre.", "Proposta — A partir dos textos e do que você conhece, escreva um texto dissertativo-argumentativo, em norma\npadrão da língua portuguesa, sobre o tema \"Os desafios da educação a distância na formação profissional\".\nDefenda um ponto de vista, apresente argumentos e proponha o que estudantes, instituições ou poder público\npodem fazer a respeito. Não copie trechos dos textos de apoio."]', NULL),
	(2, 4, 'TEMA-02', 'A tecnologia e as novas formas de trabalho', '["Texto I — Aplicativos, automação e inteligência artificial mudaram o que se faz e como se faz em quase todas\nas profissões. Tarefas repetitivas são feitas por programas; relatórios que levavam dias ficam prontos em\nminutos; equipes se reúnem sem sair de casa. Surgem ocupações que não existiam há dez anos, enquanto outras\ndiminuem. A pergunta deixou de ser se o trabalho vai mudar: é quem terá condições de acompanhar a mudança.", "Texto II — Para um entregador fictício de 24 anos, o telefone é patrão, mapa e banco. \"Escolho a hora em que\nligo, mas não escolho quanto vale a corrida\", diz. Na outra ponta da cidade, uma analista que trabalha de casa\nganhou duas horas por dia sem trânsito e perdeu o limite entre o expediente e o descanso. As duas histórias\nmostram a mesma novidade: a liberdade e a insegurança chegaram juntas.", "Proposta — A partir dos textos e do que você conhece, escreva um texto dissertativo-argumentativo, em norma\npadrão da língua portuguesa, sobre o tema \"A tecnologia e as novas formas de trabalho\". Defenda um ponto de\nvista, apresente argumentos e proponha caminhos para que a mudança beneficie quem trabalha. Não copie trechos\ndos textos de apoio."]', NULL),
	(3, 5, 'TEMA', 'Tema', '["Texto de apoio."]', NULL);
INSERT INTO public.essay (tenant_id, id, subscription_id, person_id, offer_id, attempt, essay_theme_id, title, body, revision, state, timed_out, started_at, deadline, extra_minutes, saved_at, completed_date, delay_notified_at, shingles, institution_id) VALUES
	(3, 7001, 5005, 9005, 35, 1, 5, 'Título', 'palavraf3fc986b0 palavraf3fc986b1 palavraf3fc986b2 palavraf3fc986b3 palavraf3fc986b4 palavraf3fc986b5 palavraf3fc986b6 palavraf3fc986b7 palavraf3fc986b8 palavraf3fc986b9 palavraf3fc986b10 palavraf3fc986b11 palavraf3fc986b12 palavraf3fc986b13 palavraf3fc986b14 palavraf3fc986b15 palavraf3fc986b16 palavraf3fc986b17 palavraf3fc986b18 palavraf3fc986b19 palavraf3fc986b20 palavraf3fc986b21 palavraf3fc986b22 palavraf3fc986b23 palavraf3fc986b24 palavraf3fc986b25 palavraf3fc986b26 palavraf3fc986b27 palavraf3fc986b28 palavraf3fc986b29 palavraf3fc986b30 palavraf3fc986b31 palavraf3fc986b32 palavraf3fc986b33 palavraf3fc986b34 palavraf3fc986b35 palavraf3fc986b36 palavraf3fc986b37 palavraf3fc986b38 palavraf3fc986b39 palavraf3fc986b40 palavraf3fc986b41 palavraf3fc986b42 palavraf3fc986b43 palavraf3fc986b44 palavraf3fc986b45 palavraf3fc986b46 palavraf3fc986b47 palavraf3fc986b48 palavraf3fc986b49 palavraf3fc986b50 palavraf3fc986b51 palavraf3fc986b52 palavraf3fc986b53 palavraf3fc986b54 palavraf3fc986b55 palavraf3fc986b56 palavraf3fc986b57 palavraf3fc986b58 palavraf3fc986b59 palavraf3fc986b60 palavraf3fc986b61 palavraf3fc986b62 palavraf3fc986b63 palavraf3fc986b64 palavraf3fc986b65 palavraf3fc986b66 palavraf3fc986b67 palavraf3fc986b68 palavraf3fc986b69 palavraf3fc986b70 palavraf3fc986b71 palavraf3fc986b72 palavraf3fc986b73 palavraf3fc986b74 palavraf3fc986b75 palavraf3fc986b76 palavraf3fc986b77 palavraf3fc986b78 palavraf3fc986b79 palavraf3fc986b80 palavraf3fc986b81 palavraf3fc986b82 palavraf3fc986b83 palavraf3fc986b84 palavraf3fc986b85 palavraf3fc986b86 palavraf3fc986b87 palavraf3fc986b88 palavraf3fc986b89 palavraf3fc986b90 palavraf3fc986b91 palavraf3fc986b92 palavraf3fc986b93 palavraf3fc986b94 palavraf3fc986b95 palavraf3fc986b96 palavraf3fc986b97 palavraf3fc986b98 palavraf3fc986b99 palavraf3fc986b100 palavraf3fc986b101 palavraf3fc986b102 palavraf3fc986b103 palavraf3fc986b104 palavraf3fc986b105 palavraf3fc986b106 palavraf3fc986b107 palavraf3fc986b108 palavraf3fc986b109 palavraf3fc986b110 palavraf3fc986b111 palavraf3fc986b112 palavraf3fc986b113 palavraf3fc986b114 palavraf3fc986b115 palavraf3fc986b116 palavraf3fc986b117 palavraf3fc986b118 palavraf3fc986b119 palavraf3fc986b120 palavraf3fc986b121 palavraf3fc986b122 palavraf3fc986b123 palavraf3fc986b124 palavraf3fc986b125 palavraf3fc986b126 palavraf3fc986b127 palavraf3fc986b128 palavraf3fc986b129 palavraf3fc986b130 palavraf3fc986b131 palavraf3fc986b132 palavraf3fc986b133 palavraf3fc986b134 palavraf3fc986b135 palavraf3fc986b136 palavraf3fc986b137 palavraf3fc986b138 palavraf3fc986b139 palavraf3fc986b140 palavraf3fc986b141 palavraf3fc986b142 palavraf3fc986b143 palavraf3fc986b144 palavraf3fc986b145 palavraf3fc986b146 palavraf3fc986b147 palavraf3fc986b148 palavraf3fc986b149 palavraf3fc986b150 palavraf3fc986b151 palavraf3fc986b152 palavraf3fc986b153 palavraf3fc986b154 palavraf3fc986b155 palavraf3fc986b156 palavraf3fc986b157 palavraf3fc986b158 palavraf3fc986b159 palavraf3fc986b160 palavraf3fc986b161 palavraf3fc986b162 palavraf3fc986b163 palavraf3fc986b164 palavraf3fc986b165 palavraf3fc986b166 palavraf3fc986b167 palavraf3fc986b168 palavraf3fc986b169 palavraf3fc986b170 palavraf3fc986b171 palavraf3fc986b172 palavraf3fc986b173 palavraf3fc986b174 palavraf3fc986b175 palavraf3fc986b176 palavraf3fc986b177 palavraf3fc986b178 palavraf3fc986b179', 1, 'graded', false, '2026-01-12 13:00:00+00', '2026-01-12 14:00:00+00', 0, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', NULL, '{805823031,846842719,-1122089321,-1863256698,-1355856161,-434667322,-771997029,551437930,-1270311617,-223850746,902383655,626983423,1423031943,1632595622,1821201807,1315208822,-1116864877,756303722,-37581181,1432143834,924161495,-306247105,-1213891609,-1700951324,-1037360913,316281556,-1979842917,762609000,-1469257277,-801673000,1878181775,186335143,-2082856193,-888341062,1924570919,-1101841190,132039299,-836355706,-1729205429,1039690294,1381205183,-1376691561,456387231,-975701380,942084319,1413120956,-1710620733,-1195833704,1517693955,-2010914384,1744510791,761472607,-981742297,1791379590,314061799,209964038,1936708531,250069010,832212923,-601578814,58510775,1192741679,654777015,381348052,1215602023,607559916,455854443,-1431773824,592629035,164016248,726191999,353815927,-1694536865,-1683736830,-1762747569,-14796590,306057331,-634907690,-2017317309,397538086,90076799,1879182599,-665234929,-1850040244,-1102852361,1180818356,-1106950397,1417375056,-1640232613,-1604490544,2114434423,-1962443489,-960006105,-294396753,-1420250855,1112587249,-1758078957,-1764437377,994540425,-492262099,-1435810745,-703517473,-891495289,-1779685396,-1308570991,-1891289410,56295795,-233805032,1448998013,-254949366,1832389191,-205811225,764271447,-1962904218,-835152699,-2058700848,956420751,801599494,-163399259,334828520,-1046438017,1694265743,1083018111,-523173444,-1098993219,-915495698,-1553492213,-1049984328,148702177,732610970,584410879,-1200054537,-605739457,198615330,-2061809087,1468814460,-1292320017,-1491829606,-987826215,-292381316,-1727550841,-884790177,-1077039625,2139025468,830807513,-1469267282,21147379,-1770642632,-448227555,906064386,-1080577913,-1229632025,-2039626361,522790358,-1844534203,-1900347776,735083239,-2002677762,1677513557,-1170837240,1707854255,1925318719,1772410639,2108869996,1858858253,-1633117858,550984779,-869338152,2016497129,-1482469182,444834799,1237554935,1313947343}', 4),
	(3, 7002, 5009, 9009, 35, 1, 5, 'Título', 'palavra1da666bf0 palavra1da666bf1 palavra1da666bf2 palavra1da666bf3 palavra1da666bf4 palavra1da666bf5 palavra1da666bf6 palavra1da666bf7 palavra1da666bf8 palavra1da666bf9 palavra1da666bf10 palavra1da666bf11 palavra1da666bf12 palavra1da666bf13 palavra1da666bf14 palavra1da666bf15 palavra1da666bf16 palavra1da666bf17 palavra1da666bf18 palavra1da666bf19 palavra1da666bf20 palavra1da666bf21 palavra1da666bf22 palavra1da666bf23 palavra1da666bf24 palavra1da666bf25 palavra1da666bf26 palavra1da666bf27 palavra1da666bf28 palavra1da666bf29 palavra1da666bf30 palavra1da666bf31 palavra1da666bf32 palavra1da666bf33 palavra1da666bf34 palavra1da666bf35 palavra1da666bf36 palavra1da666bf37 palavra1da666bf38 palavra1da666bf39 palavra1da666bf40 palavra1da666bf41 palavra1da666bf42 palavra1da666bf43 palavra1da666bf44 palavra1da666bf45 palavra1da666bf46 palavra1da666bf47 palavra1da666bf48 palavra1da666bf49 palavra1da666bf50 palavra1da666bf51 palavra1da666bf52 palavra1da666bf53 palavra1da666bf54 palavra1da666bf55 palavra1da666bf56 palavra1da666bf57 palavra1da666bf58 palavra1da666bf59 palavra1da666bf60 palavra1da666bf61 palavra1da666bf62 palavra1da666bf63 palavra1da666bf64 palavra1da666bf65 palavra1da666bf66 palavra1da666bf67 palavra1da666bf68 palavra1da666bf69 palavra1da666bf70 palavra1da666bf71 palavra1da666bf72 palavra1da666bf73 palavra1da666bf74 palavra1da666bf75 palavra1da666bf76 palavra1da666bf77 palavra1da666bf78 palavra1da666bf79 palavra1da666bf80 palavra1da666bf81 palavra1da666bf82 palavra1da666bf83 palavra1da666bf84 palavra1da666bf85 palavra1da666bf86 palavra1da666bf87 palavra1da666bf88 palavra1da666bf89 palavra1da666bf90 palavra1da666bf91 palavra1da666bf92 palavra1da666bf93 palavra1da666bf94 palavra1da666bf95 palavra1da666bf96 palavra1da666bf97 palavra1da666bf98 palavra1da666bf99 palavra1da666bf100 palavra1da666bf101 palavra1da666bf102 palavra1da666bf103 palavra1da666bf104 palavra1da666bf105 palavra1da666bf106 palavra1da666bf107 palavra1da666bf108 palavra1da666bf109 palavra1da666bf110 palavra1da666bf111 palavra1da666bf112 palavra1da666bf113 palavra1da666bf114 palavra1da666bf115 palavra1da666bf116 palavra1da666bf117 palavra1da666bf118 palavra1da666bf119 palavra1da666bf120 palavra1da666bf121 palavra1da666bf122 palavra1da666bf123 palavra1da666bf124 palavra1da666bf125 palavra1da666bf126 palavra1da666bf127 palavra1da666bf128 palavra1da666bf129 palavra1da666bf130 palavra1da666bf131 palavra1da666bf132 palavra1da666bf133 palavra1da666bf134 palavra1da666bf135 palavra1da666bf136 palavra1da666bf137 palavra1da666bf138 palavra1da666bf139 palavra1da666bf140 palavra1da666bf141 palavra1da666bf142 palavra1da666bf143 palavra1da666bf144 palavra1da666bf145 palavra1da666bf146 palavra1da666bf147 palavra1da666bf148 palavra1da666bf149 palavra1da666bf150 palavra1da666bf151 palavra1da666bf152 palavra1da666bf153 palavra1da666bf154 palavra1da666bf155 palavra1da666bf156 palavra1da666bf157 palavra1da666bf158 palavra1da666bf159 palavra1da666bf160 palavra1da666bf161 palavra1da666bf162 palavra1da666bf163 palavra1da666bf164 palavra1da666bf165 palavra1da666bf166 palavra1da666bf167 palavra1da666bf168 palavra1da666bf169 palavra1da666bf170 palavra1da666bf171 palavra1da666bf172 palavra1da666bf173 palavra1da666bf174 palavra1da666bf175 palavra1da666bf176 palavra1da666bf177 palavra1da666bf178 palavra1da666bf179', 1, 'graded', false, '2026-01-12 13:00:00+00', '2026-01-12 14:00:00+00', 0, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', NULL, '{-437633609,-764184873,-1295863353,-409056994,-1907336019,-1913864600,1057227135,467803042,-2100468943,2080009936,-289225369,-293166065,1446930167,-1510368106,607415091,-504040454,1136666707,231738330,-163359297,-2123684170,1091134039,-1850700161,713160839,1010871668,-312412477,244821424,137505795,2147110776,1886872959,-1068397492,-2014931745,-1186355497,-279589585,1761140906,-985493629,876834286,-1147499101,1650227294,1858619199,-450009686,1671226015,1095319703,4416079,-907093892,-461547213,157007192,-1339986957,808672032,-1974574825,-1601041508,-1275731321,1652815583,-305559577,-1967291322,-858876477,595713090,1527617075,-138293150,434518863,1474373782,-1449630377,983473279,-1504050393,1121471316,-413911629,1009020944,-2076681917,-1385823568,1677151007,1048327540,-1168213777,-343701225,-1193285713,-177533102,52185283,-137348450,-1383690797,-1289762834,-1241457297,651525874,1710186863,2060977815,1092339423,1635980348,1884403939,-1112092888,-104510157,589406456,319572743,-1662679900,-1965180633,2004605327,-776162697,-58241457,269775307,1178484167,587695407,-2029587457,-451823545,-1396248877,-1274004713,1422060679,1103166391,-593040460,-1716231819,576767246,-436192125,1771130840,-823936655,381986362,155423855,948171815,642345871,1103430886,91335185,-1232882836,13663695,1243298886,633896697,-240910716,-860496433,-1283842905,-259148449,-203944284,-226998119,-240323978,-2016990885,2068971264,754786717,997329258,-28303897,-915936857,2066969671,791553954,1816830325,1637373544,-2079863009,-1644192206,327791941,-845636704,-1957110953,2005464295,-2088625305,-579725852,-1413130075,-802457850,-1789665301,89703544,-2033831887,1981036298,406543999,-215687401,-535355809,-644968458,179036345,-560075324,1425950463,-1891248402,1656045785,-1796020116,-1739019585,-1899290809,1909035071,-1911392396,1726946721,1033578062,559983475,-1851461904,1659134661,-1726014758,1241438391,84488247,704998775}', 4);
INSERT INTO public.essay_grade (tenant_id, essay_id, score, has_plagiarism, feedback, competences, grader, at) VALUES
	(3, 7001, 720.0, false, 'Lido.', NULL, 'development', '2026-01-12 13:00:00+00'),
	(3, 7002, 720.0, false, 'Lido.', NULL, 'development', '2026-01-12 13:00:00+00');
INSERT INTO public.essay_run (tenant_id, run, essay_id) VALUES
	(3, -2082856193, 7001),
	(3, -2061809087, 7001),
	(3, -2058700848, 7001),
	(3, -2039626361, 7001),
	(3, -2017317309, 7001),
	(3, -2010914384, 7001),
	(3, -2002677762, 7001),
	(3, -1979842917, 7001),
	(3, -1962904218, 7001),
	(3, -1962443489, 7001),
	(3, -1900347776, 7001),
	(3, -1891289410, 7001),
	(3, -1863256698, 7001),
	(3, -1850040244, 7001),
	(3, -1844534203, 7001),
	(3, -1779685396, 7001),
	(3, -2123684170, 7002),
	(3, -2100468943, 7002),
	(3, -2088625305, 7002),
	(3, -2079863009, 7002),
	(3, -2076681917, 7002),
	(3, -2033831887, 7002),
	(3, -2029587457, 7002),
	(3, -2016990885, 7002),
	(3, -2014931745, 7002),
	(3, -1974574825, 7002),
	(3, -1967291322, 7002),
	(3, -1965180633, 7002),
	(3, -1957110953, 7002),
	(3, -1913864600, 7002),
	(3, -1911392396, 7002),
	(3, -1907336019, 7002);
INSERT INTO public.idempotency_key (tenant_id, person_id, address, key, body_hash, status, answer, progress, lease_until, created_at) VALUES
	(3, 9003, 'POST /orbita/api/candidate/subscriptions/5003/payments', '8eddf8b6-7c69-4037-89b1-5f576bf378e7', 'ybPyi46-zgptbHYgAu2UGX9JGfbi_AiD8SSWVsoHbjs', 201, '{"pix": null, "card": null, "slip": null, "state": "paid", "amount": 0, "method": "waived", "paidAt": "2026-01-12T10:00:00-03:00", "purpose": "tax", "createdAt": "2026-01-12T10:00:00-03:00", "paymentId": 8001, "recurrence": null, "printTicket": null, "installments": 1, "subscriptionId": 5003}', NULL, '2026-11-22 13:41:46.153+00', '2026-01-12 13:00:00+00'),
	(3, 9003, 'POST /orbita/api/candidate/subscriptions/5003/contract', '12909eb4-a302-4e07-9a91-19a140f055e7', 'h2fJ2XmhPvIk1nVwpS_g0hP8ASU8OngRuAESiR8-Dys', 201, '{"status": 6, "acceptedAt": "2026-01-12T10:00:00-03:00", "acceptanceId": 8101}', NULL, '2026-11-22 13:41:47.01+00', '2026-01-12 13:00:00+00'),
	(3, 9004, 'POST /orbita/api/candidate/subscriptions/5004/contract', '488c815f-f19c-4534-a49b-2697d404a45f', 'h2fJ2XmhPvIk1nVwpS_g0hP8ASU8OngRuAESiR8-Dys', 201, '{"status": 6, "acceptedAt": "2026-01-12T10:00:00-03:00", "acceptanceId": 8102}', NULL, '2026-11-22 13:41:47.998+00', '2026-01-12 13:00:00+00'),
	(3, 9005, 'POST /orbita/api/candidate/subscriptions/5005/essays', '0b45cf72-7495-4a7d-bdc8-48cab004ded7', 'dB13Xk-AtiRg7N-sWyruNKxEeY1LC_4r0ow6TupxVJQ', 201, '{"id": 7001, "essay": null, "score": null, "state": "in-progress", "theme": {"texts": ["Texto de apoio."], "title": "Tema"}, "title": null, "attempt": 1, "dateNow": "2026-01-12T10:00:00-03:00", "deadline": "2026-01-12T11:00:00-03:00", "feedback": null, "maxWords": 600, "minWords": 150, "revision": 0, "timedOut": false, "startedAt": "2026-01-12T10:00:00-03:00", "completedDate": null, "hasPlagiarism": null, "maxCharacters": 5000, "subscriptionId": 5005}', NULL, '2026-11-22 13:41:48.747+00', '2026-01-12 13:00:00+00'),
	(3, 9005, 'POST /orbita/api/candidate/subscriptions/essays/7001/finish', 'd929dba3-265c-466d-b6e1-daac24721d82', 'YciHc_wInejg7uQ5Ktp4MUv-76RSj1g4fPofRB69Aww', 200, '{"state": "finished", "completedDate": "2026-01-12T10:00:00-03:00"}', NULL, '2026-11-22 13:41:48.848+00', '2026-01-12 13:00:00+00'),
	(3, 9008, 'POST /orbita/api/candidate/subscriptions/5008/contract', '17bc1d71-d23a-435a-b4af-afc4f2498697', 'h2fJ2XmhPvIk1nVwpS_g0hP8ASU8OngRuAESiR8-Dys', 201, '{"status": 6, "acceptedAt": "2026-01-12T10:00:00-03:00", "acceptanceId": 8103}', NULL, '2026-11-22 13:41:49.731+00', '2026-01-12 13:00:00+00'),
	(3, 9009, 'POST /orbita/api/candidate/subscriptions/5009/essays', '85329d0c-743a-4cae-be02-d246195eb1ed', 'dB13Xk-AtiRg7N-sWyruNKxEeY1LC_4r0ow6TupxVJQ', 201, '{"id": 7002, "essay": null, "score": null, "state": "in-progress", "theme": {"texts": ["Texto de apoio."], "title": "Tema"}, "title": null, "attempt": 1, "dateNow": "2026-01-12T10:00:00-03:00", "deadline": "2026-01-12T11:00:00-03:00", "feedback": null, "maxWords": 600, "minWords": 150, "revision": 0, "timedOut": false, "startedAt": "2026-01-12T10:00:00-03:00", "completedDate": null, "hasPlagiarism": null, "maxCharacters": 5000, "subscriptionId": 5009}', NULL, '2026-11-22 13:41:50.12+00', '2026-01-12 13:00:00+00'),
	(3, 9009, 'POST /orbita/api/candidate/subscriptions/essays/7002/finish', '42cdfbc3-48f4-479f-8a58-fc745a030e0a', 'IDgB1L9efDEA2ff-D6RMQMnTnHbBAPC65JrlUTox250', 200, '{"state": "finished", "completedDate": "2026-01-12T10:00:00-03:00"}', NULL, '2026-11-22 13:41:50.168+00', '2026-01-12 13:00:00+00'),
	(3, 9012, 'POST /orbita/api/candidate/subscriptions/5012/contract', 'ca4c698a-6713-474f-a09c-348f83731cb0', 'h2fJ2XmhPvIk1nVwpS_g0hP8ASU8OngRuAESiR8-Dys', 201, '{"status": 21, "acceptedAt": "2026-01-12T10:00:00-03:00", "acceptanceId": 8104}', NULL, '2026-11-22 13:41:50.955+00', '2026-01-12 13:00:00+00');
INSERT INTO public.interview (tenant_id, id, subscription_id, state, channel, periods, appointment_at, place, link, revision, decision_reason, decided_by, requested_at, decided_at, waiting, updated_at, institution_id) VALUES
	(3, 7701, 5011, 'not-requested', NULL, '[]', NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, false, '2026-01-12 13:00:00+00', 4);
INSERT INTO public.user_account (tenant_id, id, person_id, document_type, document, password_hash, disable_institution_global_filter, failed_sign_ins, first_failed_at, locked_until, last_login_at, created_at) VALUES
	(3, 1, 9001, 'cpf', '10050000187', NULL, false, 0, NULL, NULL, NULL, '2026-01-12 13:00:00+00'),
	(3, 2, 9002, 'cpf', '10050000268', NULL, false, 0, NULL, NULL, NULL, '2026-01-12 13:00:00+00'),
	(3, 3, 9003, 'cpf', '10050000349', NULL, false, 0, NULL, NULL, NULL, '2026-01-12 13:00:00+00'),
	(3, 4, 9004, 'cpf', '10050000420', NULL, false, 0, NULL, NULL, NULL, '2026-01-12 13:00:00+00'),
	(3, 5, 9005, 'cpf', '10050000500', NULL, false, 0, NULL, NULL, NULL, '2026-01-12 13:00:00+00'),
	(3, 6, 9006, 'cpf', '10050000691', NULL, false, 0, NULL, NULL, NULL, '2026-01-12 13:00:00+00'),
	(3, 7, 9007, 'cpf', '10050000772', NULL, false, 0, NULL, NULL, NULL, '2026-01-12 13:00:00+00'),
	(3, 8, 9008, 'cpf', '10050000853', NULL, false, 0, NULL, NULL, NULL, '2026-01-12 13:00:00+00'),
	(3, 9, 9009, 'cpf', '10050000934', NULL, false, 0, NULL, NULL, NULL, '2026-01-12 13:00:00+00'),
	(3, 10, 9010, 'cpf', '10050001078', NULL, false, 0, NULL, NULL, NULL, '2026-01-12 13:00:00+00'),
	(3, 11, 9011, 'cpf', '10050001159', NULL, false, 0, NULL, NULL, NULL, '2026-01-12 13:00:00+00'),
	(3, 12, 9012, 'cpf', '10050001230', NULL, false, 0, NULL, NULL, NULL, '2026-01-12 13:00:00+00');
INSERT INTO public.login_session (tenant_id, id, account_id, person_id, subscription_id, access_key_id, method, companion_hash, remember, created_at, last_seen_at, expires_at, revoked_at) VALUES
	(3, '1a632a96-7343-4448-9fdb-428665698ff1', 1, 9001, NULL, NULL, 'password', 'F5EIDnwbSCYvR4HYZMFfQL60lmEjgJ6Z0YMgFdrfEjo', true, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', '2026-01-19 13:00:00+00', NULL),
	(3, '364f11f1-9dc6-4a50-990f-54af7ffac298', 2, 9002, NULL, NULL, 'password', 'kdTjNDBt1iEIvEDvqCRS5LUrkmqHwOzKlhEszz2lNC8', true, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', '2026-01-19 13:00:00+00', NULL),
	(3, '3fc6ce71-e1ec-4beb-8eb1-21bbb5e26e1c', 3, 9003, NULL, NULL, 'password', 'RSf6cOzFv4XbBBLtNlRHwCbJ3gyuYV2R1CqSxvL_9g0', true, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', '2026-01-19 13:00:00+00', NULL),
	(3, '45d88e42-384c-4212-a451-c7062ac83e03', 4, 9004, NULL, NULL, 'password', 'rDfjTe3xibKygKYmQIxzyHWFOVMXDDzKCjBWOnhg35c', true, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', '2026-01-19 13:00:00+00', NULL),
	(3, '908624fa-fe1f-47f1-b3ac-0bca8c31ef34', 5, 9005, NULL, NULL, 'password', 'zpEu78QJJ8IcVB45djujfg7qnlJxUYWfKkDyP173mi0', true, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', '2026-01-19 13:00:00+00', NULL),
	(3, '13ba174f-e65f-4c0d-8ecb-c21e7fe6755e', 6, 9006, NULL, NULL, 'password', 'WdEHMsB6yZpIGCKgNL6E4WpFPTFIn4zPsgvXkNoae-E', true, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', '2026-01-19 13:00:00+00', NULL),
	(3, '62552afc-fc2e-4c84-ab36-3ff42d1ca3d4', 7, 9007, NULL, NULL, 'password', 'oVee8Mg1YLiEEBTXUcc0vfBiGAvuTKdT_DuMauAMaQ0', true, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', '2026-01-19 13:00:00+00', NULL),
	(3, 'd60f12d5-1e27-45fb-bf7b-4d031a31ffea', 8, 9008, NULL, NULL, 'password', 'po8LyjZEBuugF-TW3kHj0JjBNO93gCXOD5XGF8rbM-w', true, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', '2026-01-19 13:00:00+00', NULL),
	(3, 'fbe87d49-cad5-4579-8ec3-a135d9f02875', 9, 9009, NULL, NULL, 'password', '-OQXBPK6eWQYw-SMq2KkBJ26C9JdwuPVJH1JkdQOqj0', true, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', '2026-01-19 13:00:00+00', NULL),
	(3, 'd5a9af12-e1b1-4721-9374-da9868e3d578', 10, 9010, NULL, NULL, 'password', 'mZ45YyzDh7vxlPIOznSnFsrclmpC5kY0suzky3i-QJI', true, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', '2026-01-19 13:00:00+00', NULL),
	(3, 'bc87000c-2f5e-4330-ab09-eb6035233a07', 11, 9011, NULL, NULL, 'password', 'X3DlZ-1hJYoVnN2bvfhMrC69IacnsNqA2yDKUjbmsAk', true, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', '2026-01-19 13:00:00+00', NULL),
	(3, '58ea15b7-9e6b-4a77-9f50-8de1f129cc59', 12, 9012, NULL, NULL, 'password', 'cvxptumar9-3iwfuV5VBJd5Z3PZjCodOXEk1mWnChnI', true, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', '2026-01-19 13:00:00+00', NULL);
INSERT INTO public.price_list (tenant_id, id, institution_id, course_id, intake_id, pole_id) VALUES
	(1, 601, 1, 101, 301, NULL),
	(1, 603, 1, 102, 301, NULL),
	(1, 604, 1, 103, 301, NULL),
	(1, 605, 1, 104, 301, NULL),
	(1, 606, 1, 105, 301, NULL),
	(1, 607, 2, 106, 302, NULL),
	(1, 608, 2, 107, 302, NULL),
	(1, 609, 2, 108, 302, NULL),
	(2, 611, 3, 109, 303, NULL),
	(3, 612, 4, 110, 304, NULL),
	(3, 613, 4, 111, 304, NULL),
	(3, 614, 4, 112, 304, NULL),
	(3, 615, 4, 113, 304, NULL),
	(3, 616, 4, 114, 304, NULL),
	(3, 617, 4, 115, 304, NULL),
	(3, 618, 4, 116, 304, NULL),
	(3, 619, 4, 117, 304, NULL),
	(3, 620, 4, 118, 304, NULL);
INSERT INTO public.price (tenant_id, id, price_list_id, code, kind, description, plan, discount_cents, conditional_discount_cents, retired_at) VALUES
	(1, 611, 601, 'P-ADM-6', 'enrollment', '6 parcelas', '[40000, 40000, 40000, 40000, 40000, 40000]', 0, 4000, NULL),
	(1, 612, 601, 'P-ADM-5', 'enrollment', '5 parcelas', '[48000, 48000, 48000, 48000, 48000]', 0, 4000, NULL),
	(1, 613, 603, 'P-CCO-6', 'enrollment', '6 parcelas', '[38000, 38000, 38000, 38000, 38000, 38000]', 0, 0, NULL),
	(1, 614, 604, 'P-ENF-6', 'enrollment', '6 parcelas', '[95000, 95000, 95000, 95000, 95000, 95000]', 0, 5000, NULL),
	(1, 615, 605, 'P-PSI-6', 'enrollment', '6 parcelas', '[110000, 110000, 110000, 110000, 110000, 110000]', 0, 0, NULL),
	(1, 616, 606, 'P-EXC-1', 'enrollment', 'À vista', '[18000]', 0, 0, NULL),
	(1, 617, 607, 'P-MBA-12', 'total', '12 parcelas', '[55000, 55000, 55000, 55000, 55000, 55000, 55000, 55000, 55000, 55000, 55000, 55000]', 0, 0, NULL),
	(1, 618, 608, 'P-CDA-10', 'total', '10 parcelas', '[30000, 30000, 30000, 30000, 30000, 30000, 30000, 30000, 30000, 30000]', 0, 0, NULL),
	(1, 619, 609, 'P-GSA-TAX', 'tax', 'Taxa de inscrição', '[12000]', 0, 0, NULL),
	(1, 620, 609, 'P-GSA-12', 'total', '12 parcelas', '[60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000, 60000]', 0, 0, NULL),
	(2, 621, 611, 'P-SIS-6', 'enrollment', '6 parcelas', '[35000, 35000, 35000, 35000, 35000, 35000]', 0, 0, NULL),
	(3, 622, 612, 'E-GPAID', 'enrollment', '2 parcelas', '[40000, 40000]', 0, 0, NULL),
	(3, 623, 613, 'E-GFREE', 'enrollment', 'À vista', '[0]', 0, 0, NULL),
	(3, 624, 614, 'E-PPAID', 'enrollment', '2 parcelas', '[40000, 40000]', 0, 0, NULL),
	(3, 625, 615, 'E-PFREE', 'enrollment', 'À vista', '[0]', 0, 0, NULL),
	(3, 626, 616, 'E-XPAID', 'enrollment', '2 parcelas', '[40000, 40000]', 0, 0, NULL),
	(3, 627, 617, 'E-XFREE', 'enrollment', 'À vista', '[0]', 0, 0, NULL),
	(3, 628, 618, 'E-TPAID', 'enrollment', '2 parcelas', '[40000, 40000]', 0, 0, NULL),
	(3, 629, 619, 'E-TFREE', 'enrollment', 'À vista', '[0]', 0, 0, NULL),
	(3, 630, 620, 'E-TNOFEE', 'enrollment', '2 parcelas', '[40000, 40000]', 0, 0, NULL),
	(3, 631, 618, 'F-TPAID', 'tax', 'À vista', '[12000]', 0, 0, NULL),
	(3, 632, 619, 'F-TFREE', 'tax', 'À vista', '[12000]', 0, 0, NULL);
INSERT INTO public.voucher (tenant_id, id, code, percent, amount_cents, applies_to, kinds, institutions, courses, valid_from, valid_to, max_uses, used, retired_at) VALUES
	(1, 1, 'ALFA50', 50.00, NULL, 'first', '["enrollment", "semester", "total"]', '["CUA01", "EPA01"]', NULL, '2025-10-01', '2026-03-06', 100, 0, NULL),
	(1, 2, 'DEMAIS20', 20.00, NULL, 'others', '["enrollment", "semester", "total"]', '["CUA01", "EPA01"]', NULL, '2025-10-01', '2026-03-06', 100, 0, NULL),
	(1, 3, 'TAXAZERO', 100.00, NULL, 'all', '["tax"]', '["CUA01", "EPA01"]', NULL, '2025-10-01', '2026-03-06', 100, 0, NULL),
	(1, 4, 'VENCIDO10', 10.00, NULL, 'all', NULL, '["CUA01", "EPA01"]', NULL, '2025-10-01', '2025-12-31', 100, 0, NULL),
	(3, 6, 'TUDO', 100.00, NULL, 'first', NULL, NULL, NULL, '2025-10-01', '2026-03-06', NULL, 0, NULL),
	(3, 5, 'SEMTAXA', 100.00, NULL, 'first', '["tax"]', NULL, NULL, '2025-10-01', '2026-03-06', NULL, 1, NULL);
INSERT INTO public.payment (tenant_id, id, subscription_id, purpose, method, state, price_id, installments, amount_cents, received_cents, discounts, voucher_id, txid, pix_key, pix_copy_paste, expires_at, idempotency_key, attention, checks, next_check_at, remove_at_provider, created_at, paid_at, updated_at, institution_id) VALUES
	(3, 8001, 5003, 'tax', 'waived', 'paid', 631, 1, 0, NULL, '{"mode": "full", "rows": [{"base": 12000, "final": 0, "number": 1, "voucher": 12000, "discount": 0, "conditional": 0}], "voucher": "SEMTAXA"}', 5, NULL, NULL, NULL, NULL, '8eddf8b6-7c69-4037-89b1-5f576bf378e7', '[]', 0, NULL, false, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', 4),
	(3, 8002, 5003, 'enrollment', 'manual', 'paid', NULL, 1, 12000, 12000, '{"mode": "full", "rows": [], "voucher": null}', NULL, NULL, NULL, NULL, NULL, NULL, '[]', 0, NULL, false, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', 4),
	(3, 8003, 5004, 'enrollment', 'manual', 'paid', NULL, 1, 12000, 12000, '{"mode": "full", "rows": [], "voucher": null}', NULL, NULL, NULL, NULL, NULL, NULL, '[]', 0, NULL, false, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00', 4),
	(3, 8004, 5008, 'enrollment', 'manual', 'cancelled', NULL, 1, 12000, NULL, '{"mode": "full", "rows": [], "voucher": null}', NULL, NULL, NULL, NULL, NULL, NULL, '[]', 0, NULL, false, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', 4);
INSERT INTO public.manual_payment (tenant_id, payment_id, reason, requested_by, decision, received_at, proof, decision_reason, decided_by, decided_at) VALUES
	(3, 8002, 'Conferido pela secretaria', 'development', 'settled', '2026-01-12 13:00:00+00', NULL, 'Conferido pela secretaria', 'development', '2026-01-12 13:00:00+00'),
	(3, 8003, 'Conferido pela secretaria', 'development', 'settled', '2026-01-12 13:00:00+00', NULL, 'Conferido pela secretaria', 'development', '2026-01-12 13:00:00+00'),
	(3, 8004, 'Conferido pela secretaria', 'development', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.notification (tenant_id, id, template, channel, person_id, subscription_id, recipient, data, envelope, dedupe_key, state, attempts, next_attempt_at, retry_at, sent_at, last_error, created_at, institution_id) VALUES
	(3, 1, 'N-05', 'email', 9001, 5001, 'pessoa1@exemplo.test', '{}', '{}', 'N-05:5001:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 2, 'N-05', 'sms', 9001, 5001, '31900000001', '{}', '{}', 'N-05:5001:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 3, 'N-05', 'email', 9002, 5002, 'pessoa2@exemplo.test', '{}', '{}', 'N-05:5002:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 4, 'N-05', 'sms', 9002, 5002, '31900000002', '{}', '{}', 'N-05:5002:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 5, 'N-05', 'email', 9003, 5003, 'pessoa3@exemplo.test', '{}', '{}', 'N-05:5003:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 6, 'N-05', 'sms', 9003, 5003, '31900000003', '{}', '{}', 'N-05:5003:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 7, 'N-16', 'email', 9003, 5003, 'pessoa3@exemplo.test', '{"data": "12/01/2026", "nome_candidato": "Candidata Teste"}', '{"attachments": [{"key": "tenants/3/contracts/5003/c02c85047beefb76b82f657db2fb279f164ef3911e130c8b77237bfaf2ea82e1-c8cfcea2.pdf", "name": "contrato-5003.pdf", "type": "application/pdf"}]}', 'N-16:5003:sha256:c02c85047beefb76b82f657db2fb279f164ef3911e130c8b77237bfaf2ea82e1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 8, 'N-21', 'email', 9003, 5003, 'pessoa3@exemplo.test', '{"variante": "confirmado"}', '{}', 'N-21:8002:settled', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 9, 'N-05', 'email', 9004, 5004, 'pessoa4@exemplo.test', '{}', '{}', 'N-05:5004:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 10, 'N-05', 'sms', 9004, 5004, '31900000004', '{}', '{}', 'N-05:5004:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 11, 'N-16', 'email', 9004, 5004, 'pessoa4@exemplo.test', '{"data": "12/01/2026", "nome_candidato": "Candidata Teste"}', '{"attachments": [{"key": "tenants/3/contracts/5004/bb5a4f6e3baf8090ba02d52b4e60334bd7571dc88f499a7548d10c85602f4fc2-9948f4a3.pdf", "name": "contrato-5004.pdf", "type": "application/pdf"}]}', 'N-16:5004:sha256:bb5a4f6e3baf8090ba02d52b4e60334bd7571dc88f499a7548d10c85602f4fc2', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 12, 'N-21', 'email', 9004, 5004, 'pessoa4@exemplo.test', '{"variante": "confirmado"}', '{}', 'N-21:8003:settled', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 13, 'N-25', 'email', 9004, 5004, 'pessoa4@exemplo.test', '{}', '{}', 'N-25:5004:enrollment:1768222800000', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 14, 'N-26', 'email', 9004, 5004, 'pessoa4@exemplo.test', '{}', '{}', 'N-26:5004:7', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 15, 'N-26', 'sms', 9004, 5004, '31900000004', '{}', '{}', 'N-26:5004:7', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 16, 'N-05', 'email', 9005, 5005, 'pessoa5@exemplo.test', '{}', '{}', 'N-05:5005:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 17, 'N-05', 'sms', 9005, 5005, '31900000005', '{}', '{}', 'N-05:5005:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 18, 'N-08', 'email', 9005, 5005, 'pessoa5@exemplo.test', '{}', '{}', 'N-08:7001', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 19, 'N-09', 'email', 9005, 5005, 'pessoa5@exemplo.test', '{"prazo": "13/02/2026"}', '{}', 'N-09:5005:2', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 20, 'N-09', 'sms', 9005, 5005, '31900000005', '{"prazo": "13/02/2026"}', '{}', 'N-09:5005:2', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 21, 'N-05', 'email', 9006, 5006, 'pessoa6@exemplo.test', '{}', '{}', 'N-05:5006:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 22, 'N-05', 'sms', 9006, 5006, '31900000006', '{}', '{}', 'N-05:5006:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 23, 'N-10', 'email', 9006, 5006, 'pessoa6@exemplo.test', '{"variante": "encerrada"}', '{}', 'N-10:5006:3', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 24, 'N-05', 'email', 9007, 5007, 'pessoa7@exemplo.test', '{}', '{}', 'N-05:5007:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 25, 'N-05', 'sms', 9007, 5007, '31900000007', '{}', '{}', 'N-05:5007:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 26, 'N-05', 'email', 9008, 5008, 'pessoa8@exemplo.test', '{}', '{}', 'N-05:5008:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 27, 'N-05', 'sms', 9008, 5008, '31900000008', '{}', '{}', 'N-05:5008:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 28, 'N-16', 'email', 9008, 5008, 'pessoa8@exemplo.test', '{"data": "12/01/2026", "nome_candidato": "Candidata Teste"}', '{"attachments": [{"key": "tenants/3/contracts/5008/b07bbd2d57e74f765666a466b24c2ee83c944057d7e1e321ddc7d92504b60878-5d99a9c5.pdf", "name": "contrato-5008.pdf", "type": "application/pdf"}]}', 'N-16:5008:sha256:b07bbd2d57e74f765666a466b24c2ee83c944057d7e1e321ddc7d92504b60878', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 29, 'N-28', 'email', 9008, 5008, 'pessoa8@exemplo.test', '{"variante": "solicitado"}', '{}', 'N-28:5008:6', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 30, 'N-05', 'email', 9009, 5009, 'pessoa9@exemplo.test', '{}', '{}', 'N-05:5009:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 31, 'N-05', 'sms', 9009, 5009, '31900000009', '{}', '{}', 'N-05:5009:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 32, 'N-08', 'email', 9009, 5009, 'pessoa9@exemplo.test', '{}', '{}', 'N-08:7002', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 33, 'N-09', 'email', 9009, 5009, 'pessoa9@exemplo.test', '{"prazo": "13/02/2026"}', '{}', 'N-09:5009:2', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 34, 'N-09', 'sms', 9009, 5009, '31900000009', '{"prazo": "13/02/2026"}', '{}', 'N-09:5009:2', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 35, 'N-28', 'email', 9009, 5009, 'pessoa9@exemplo.test', '{"variante": "sem-devolucao"}', '{}', 'N-28:5009:3', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 36, 'N-05', 'email', 9010, 5010, 'pessoa10@exemplo.test', '{}', '{}', 'N-05:5010:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 37, 'N-05', 'sms', 9010, 5010, '31900000010', '{}', '{}', 'N-05:5010:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 38, 'N-05', 'email', 9011, 5011, 'pessoa11@exemplo.test', '{}', '{}', 'N-05:5011:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 39, 'N-05', 'sms', 9011, 5011, '31900000011', '{}', '{}', 'N-05:5011:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 40, 'N-05', 'email', 9012, 5012, 'pessoa12@exemplo.test', '{}', '{}', 'N-05:5012:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 41, 'N-05', 'sms', 9012, 5012, '31900000012', '{}', '{}', 'N-05:5012:1', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4),
	(3, 42, 'N-16', 'email', 9012, 5012, 'pessoa12@exemplo.test', '{"data": "12/01/2026", "nome_candidato": "Candidata Teste"}', '{"attachments": [{"key": "tenants/3/contracts/5012/fbbadb9f2d6487d8a6423cc63261e17192dc45b1002445e5d4b3e4d9d10d1e89-a9185cbe.pdf", "name": "contrato-5012.pdf", "type": "application/pdf"}]}', 'N-16:5012:sha256:fbbadb9f2d6487d8a6423cc63261e17192dc45b1002445e5d4b3e4d9d10d1e89', 'pending', 0, '2026-01-12 13:00:00+00', NULL, NULL, NULL, '2026-01-12 13:00:00+00', 4);
INSERT INTO public.offer_essay_theme (tenant_id, offer_id, essay_theme_id) VALUES
	(1, 11, 1),
	(1, 11, 2),
	(2, 19, 3),
	(2, 19, 4),
	(3, 35, 5),
	(3, 36, 5),
	(3, 37, 5),
	(3, 38, 5);
INSERT INTO public.outbox_event (tenant_id, id, public_id, stream, type, subscription_id, person_id, version, data, occurred_at) VALUES
	(3, 1, '5677cd17-1cda-49b8-a8b0-a9f2cea336f2', 'business', 'subscription.status-changed', 5001, 9001, 1, '{"to": 1, "from": null, "page": "assessment", "event": "create", "statusName": "Inscrito"}', '2026-01-12 13:00:00+00'),
	(3, 2, '073443b2-9992-4602-8413-56ab6e8bddf8', 'business', 'subscription.steps-changed', 5001, 9001, 1, '{}', '2026-01-12 13:00:00+00'),
	(3, 3, '9147cef0-0e82-4c69-81ae-d8173489faa4', 'business', 'subscription.status-changed', 5002, 9002, 1, '{"to": 1, "from": null, "page": "portal", "event": "create", "statusName": "Inscrito"}', '2026-01-12 13:00:00+00'),
	(3, 4, '75022cc9-7797-4cb6-a43a-034c673773f0', 'business', 'subscription.status-changed', 5002, 9002, 2, '{"to": 3, "from": 1, "page": "personal-data", "event": "direct-entry", "statusName": "Aprovado"}', '2026-01-12 13:00:00+00'),
	(3, 5, '697078bd-83da-4dbc-91c9-01b7c90e0d91', 'business', 'subscription.steps-changed', 5002, 9002, 2, '{}', '2026-01-12 13:00:00+00'),
	(3, 6, '3037f9f4-a01a-480f-9b91-bb712fb67bac', 'business', 'subscription.status-changed', 5003, 9003, 1, '{"to": 1, "from": null, "page": "portal", "event": "create", "statusName": "Inscrito"}', '2026-01-12 13:00:00+00'),
	(3, 7, '8b1fed33-be7d-4782-a770-2f4fbe671674', 'business', 'subscription.status-changed', 5003, 9003, 2, '{"to": 17, "from": 1, "page": "tax-payment", "event": "tax-required", "statusName": "Taxa de inscrição pendente"}', '2026-01-12 13:00:00+00'),
	(3, 8, '2dcf507c-80c1-4962-af18-a3f58c8d6a87', 'business', 'subscription.steps-changed', 5003, 9003, 2, '{}', '2026-01-12 13:00:00+00'),
	(3, 9, 'b1c12344-dc5f-4725-b948-0a7dd91b0f85', 'financial', 'payment.confirmed', 5003, 9003, 2, '{"state": "paid", "amount": 0, "method": "waived", "purpose": "tax", "paymentId": 8001}', '2026-01-12 13:00:00+00'),
	(3, 10, 'e98ba238-010e-40c0-b85d-04f09352dfe8', 'business', 'subscription.status-changed', 5003, 9003, 3, '{"to": 3, "from": 17, "page": "personal-data", "event": "tax-waived", "statusName": "Aprovado"}', '2026-01-12 13:00:00+00'),
	(3, 11, '1b9d5590-d72d-4d22-9e39-81e1619ae9b9', 'business', 'subscription.steps-changed', 5003, 9003, 3, '{}', '2026-01-12 13:00:00+00'),
	(3, 12, 'a8944bb9-29f7-4103-8d62-3becd074d75e', 'business', 'subscription.status-changed', 5003, 9003, 4, '{"to": 4, "from": 3, "page": "payment", "event": "contract-accepted", "statusName": "Contrato aceito"}', '2026-01-12 13:00:00+00'),
	(3, 13, '425ba9f3-5fae-4e0c-bbd8-8ee5f520bc10', 'business', 'subscription.status-changed', 5003, 9003, 5, '{"to": 6, "from": 4, "page": "payment", "event": "payment-required", "statusName": "Matrícula pendente"}', '2026-01-12 13:00:00+00'),
	(3, 14, '89e212a7-0d99-4c3c-8acc-f8ea548b8c02', 'business', 'subscription.steps-changed', 5003, 9003, 5, '{}', '2026-01-12 13:00:00+00'),
	(3, 15, '56b88b27-7aeb-4bd9-a38a-bca6da04c69e', 'financial', 'payment.manual-requested', 5003, 9003, 5, '{"state": "pending", "amount": 120, "method": "manual", "purpose": "enrollment", "paymentId": 8002}', '2026-01-12 13:00:00+00'),
	(3, 16, '0b31a5a6-46d6-4073-bd89-e02e5642f5e9', 'business', 'subscription.status-changed', 5003, 9003, 6, '{"to": 11, "from": 6, "page": "manual-payment", "event": "manual-payment-requested", "statusName": "Aguardando confirmação do pagamento"}', '2026-01-12 13:00:00+00'),
	(3, 17, 'bc2ec05e-3662-49d0-b7f3-c366e3eef012', 'business', 'subscription.steps-changed', 5003, 9003, 6, '{}', '2026-01-12 13:00:00+00'),
	(3, 18, '9e02ec47-697f-4f1e-bab2-b1a753943f5e', 'financial', 'payment.manual-decided', 5003, 9003, 6, '{"state": "paid", "amount": 120, "method": "manual", "purpose": "enrollment", "decision": "settled", "paymentId": 8002}', '2026-01-12 13:00:00+00'),
	(3, 19, '7ef74539-c638-4db5-aeca-549c770fa2df', 'business', 'subscription.status-changed', 5003, 9003, 7, '{"to": 5, "from": 11, "page": "documents", "event": "manual-payment-settled", "statusName": "Documentação pendente"}', '2026-01-12 13:00:00+00'),
	(3, 20, 'de1fa35f-668e-483e-b3a1-12e29394bbfa', 'business', 'subscription.steps-changed', 5003, 9003, 7, '{}', '2026-01-12 13:00:00+00'),
	(3, 21, 'da15a7aa-59fe-45c6-831c-f89895745f46', 'business', 'subscription.status-changed', 5004, 9004, 1, '{"to": 1, "from": null, "page": "portal", "event": "create", "statusName": "Inscrito"}', '2026-01-12 13:00:00+00'),
	(3, 22, '4d84adf5-2e6a-4dae-b2cb-045938acf006', 'business', 'subscription.status-changed', 5004, 9004, 2, '{"to": 3, "from": 1, "page": "personal-data", "event": "direct-entry", "statusName": "Aprovado"}', '2026-01-12 13:00:00+00'),
	(3, 23, 'bbdb2a29-6d37-4bdd-aff7-0f2f049e1a6b', 'business', 'subscription.steps-changed', 5004, 9004, 2, '{}', '2026-01-12 13:00:00+00'),
	(3, 24, '07e36387-a37c-4271-acd6-3cbad3c5bd0f', 'business', 'subscription.status-changed', 5004, 9004, 3, '{"to": 4, "from": 3, "page": "payment", "event": "contract-accepted", "statusName": "Contrato aceito"}', '2026-01-12 13:00:00+00'),
	(3, 25, 'ece29715-3257-444c-b0c7-c84a06137d39', 'business', 'subscription.status-changed', 5004, 9004, 4, '{"to": 6, "from": 4, "page": "payment", "event": "payment-required", "statusName": "Matrícula pendente"}', '2026-01-12 13:00:00+00'),
	(3, 26, '873e4d8e-7b24-4a47-b915-57ddbba00e48', 'business', 'subscription.steps-changed', 5004, 9004, 4, '{}', '2026-01-12 13:00:00+00'),
	(3, 27, 'c65baf6b-d2c1-4ef0-8348-d9a6be120539', 'financial', 'payment.manual-requested', 5004, 9004, 4, '{"state": "pending", "amount": 120, "method": "manual", "purpose": "enrollment", "paymentId": 8003}', '2026-01-12 13:00:00+00'),
	(3, 28, '8ffb2413-7b39-4ebb-aae6-c16853a53b01', 'business', 'subscription.status-changed', 5004, 9004, 5, '{"to": 11, "from": 6, "page": "manual-payment", "event": "manual-payment-requested", "statusName": "Aguardando confirmação do pagamento"}', '2026-01-12 13:00:00+00'),
	(3, 29, '9841e363-339b-4536-8f6f-91ab9c877471', 'business', 'subscription.steps-changed', 5004, 9004, 5, '{}', '2026-01-12 13:00:00+00'),
	(3, 30, 'af61a10b-4f1a-43b7-9204-e6d6673846d3', 'financial', 'payment.manual-decided', 5004, 9004, 5, '{"state": "paid", "amount": 120, "method": "manual", "purpose": "enrollment", "decision": "settled", "paymentId": 8003}', '2026-01-12 13:00:00+00'),
	(3, 31, 'f976e016-4c0e-4b95-a729-595e4d7ee368', 'business', 'subscription.status-changed', 5004, 9004, 6, '{"to": 5, "from": 11, "page": "documents", "event": "manual-payment-settled", "statusName": "Documentação pendente"}', '2026-01-12 13:00:00+00'),
	(3, 32, 'f7f985ec-308e-40a9-8300-f930cf935be3', 'business', 'subscription.steps-changed', 5004, 9004, 6, '{}', '2026-01-12 13:00:00+00'),
	(3, 33, '239f4832-7f88-4949-a128-2055671532ed', 'business', 'document.reviewed', 5004, 9004, 6, '{"state": "waived", "documentId": 6003}', '2026-01-12 13:00:00+00'),
	(3, 34, '168ea190-d6bc-4aac-a54a-b6d4f982192b', 'business', 'subscription.status-changed', 5004, 9004, 7, '{"to": 7, "from": 5, "page": "enrolled", "event": "documents-approved", "statusName": "Matriculado"}', '2026-01-12 13:00:00+00'),
	(3, 35, '3723e6c6-b47d-49d7-962b-fff15c030198', 'business', 'subscription.steps-changed', 5004, 9004, 7, '{}', '2026-01-12 13:00:00+00'),
	(3, 36, 'cc8b802d-59ce-4ece-8a5b-f0b9c3fd6531', 'business', 'subscription.status-changed', 5005, 9005, 1, '{"to": 1, "from": null, "page": "essay", "event": "create", "statusName": "Inscrito"}', '2026-01-12 13:00:00+00'),
	(3, 37, '6e85a24c-1a58-4fcb-aed6-4dfd884d6d47', 'business', 'subscription.steps-changed', 5005, 9005, 1, '{}', '2026-01-12 13:00:00+00'),
	(3, 38, 'f4b8ad8b-e8f2-431b-bb35-ea097ec3db44', 'business', 'subscription.steps-changed', 5005, 9005, 1, '{}', '2026-01-12 13:00:00+00'),
	(3, 39, '9abd226e-8e18-478a-ad2c-262817d8085f', 'business', 'essay.finished', 5005, 9005, 1, '{"essayId": 7001}', '2026-01-12 13:00:00+00'),
	(3, 40, '9722a9dc-50e6-4d75-8064-ae4913159517', 'business', 'subscription.steps-changed', 5005, 9005, 1, '{}', '2026-01-12 13:00:00+00'),
	(3, 41, '9218e9ab-99f5-43a5-bb53-4cdb6a572d36', 'business', 'essay.graded', 5005, 9005, 1, '{"score": 720, "essayId": 7001, "approved": true}', '2026-01-12 13:00:00+00'),
	(3, 42, 'bfa039eb-804a-48db-89b8-aa39466d76de', 'business', 'subscription.status-changed', 5005, 9005, 2, '{"to": 3, "from": 1, "page": "personal-data", "event": "essay-approved", "statusName": "Aprovado"}', '2026-01-12 13:00:00+00'),
	(3, 43, '57f2f31c-2c92-4df3-ad0d-7ef47c524f20', 'business', 'subscription.steps-changed', 5005, 9005, 2, '{}', '2026-01-12 13:00:00+00'),
	(3, 44, '5c8b24c1-7bd4-4948-9196-6804f5b610b7', 'business', 'subscription.status-changed', 5005, 9005, 3, '{"to": 8, "from": 3, "page": "blocked", "event": "blocked", "statusName": "Inscrição bloqueada"}', '2026-01-12 13:00:00+00'),
	(3, 45, 'de5f1607-eed5-40d8-8c92-8e654a22c925', 'business', 'subscription.steps-changed', 5005, 9005, 3, '{}', '2026-01-12 13:00:00+00'),
	(3, 46, 'a18e6721-2056-4f97-8164-0d913d23bedf', 'business', 'subscription.status-changed', 5006, 9006, 1, '{"to": 1, "from": null, "page": "portal", "event": "create", "statusName": "Inscrito"}', '2026-01-12 13:00:00+00'),
	(3, 47, '4b630eaf-62eb-4ec7-bc45-2acd72dfd9c0', 'business', 'subscription.status-changed', 5006, 9006, 2, '{"to": 3, "from": 1, "page": "personal-data", "event": "direct-entry", "statusName": "Aprovado"}', '2026-01-12 13:00:00+00'),
	(3, 48, 'b436b2be-ef8c-408f-8440-781f57ec62aa', 'business', 'subscription.steps-changed', 5006, 9006, 2, '{}', '2026-01-12 13:00:00+00'),
	(3, 49, '8a8dd6ba-76ec-42d4-9236-b512675ed1c4', 'business', 'subscription.status-changed', 5006, 9006, 3, '{"to": 9, "from": 3, "page": "result", "event": "disqualified", "statusName": "Não aprovado"}', '2026-01-12 13:00:00+00'),
	(3, 50, '254c203e-7f3a-4805-8aaf-dca74e398cd7', 'business', 'subscription.steps-changed', 5006, 9006, 3, '{}', '2026-01-12 13:00:00+00'),
	(3, 51, 'f64446d4-6ac2-4c0b-9e61-559eb1ae2c5e', 'business', 'subscription.status-changed', 5007, 9007, 1, '{"to": 1, "from": null, "page": "assessment", "event": "create", "statusName": "Inscrito"}', '2026-01-12 13:00:00+00'),
	(3, 52, 'cc8a578d-f57f-4594-b97f-27337a8d6c2a', 'business', 'subscription.status-changed', 5007, 9007, 2, '{"to": 10, "from": 1, "page": "selection-documents", "event": "selection-documents-required", "statusName": "Documentos da inscrição pendentes"}', '2026-01-12 13:00:00+00'),
	(3, 53, '906969e5-c609-4f41-baf3-cc8556c3b1aa', 'business', 'subscription.steps-changed', 5007, 9007, 2, '{}', '2026-01-12 13:00:00+00'),
	(3, 54, 'd01f3844-07c4-4ac8-89c5-bb5bfb5b1322', 'business', 'subscription.status-changed', 5008, 9008, 1, '{"to": 1, "from": null, "page": "portal", "event": "create", "statusName": "Inscrito"}', '2026-01-12 13:00:00+00'),
	(3, 55, 'acde66e7-8c89-4199-9bb2-521a48844664', 'business', 'subscription.status-changed', 5008, 9008, 2, '{"to": 3, "from": 1, "page": "personal-data", "event": "direct-entry", "statusName": "Aprovado"}', '2026-01-12 13:00:00+00'),
	(3, 56, 'c6e3d3c1-b442-49bc-9670-caabcdc74791', 'business', 'subscription.steps-changed', 5008, 9008, 2, '{}', '2026-01-12 13:00:00+00'),
	(3, 57, 'abc11c54-ee34-4ec0-8e7b-357f87b5dd02', 'business', 'subscription.status-changed', 5008, 9008, 3, '{"to": 4, "from": 3, "page": "payment", "event": "contract-accepted", "statusName": "Contrato aceito"}', '2026-01-12 13:00:00+00'),
	(3, 58, '597486a0-d6eb-409e-9eb4-b883527d3d47', 'business', 'subscription.status-changed', 5008, 9008, 4, '{"to": 6, "from": 4, "page": "payment", "event": "payment-required", "statusName": "Matrícula pendente"}', '2026-01-12 13:00:00+00'),
	(3, 59, '5ecef461-1ed0-40cf-8f87-acf498d5ffe4', 'business', 'subscription.steps-changed', 5008, 9008, 4, '{}', '2026-01-12 13:00:00+00'),
	(3, 60, 'fbe413f4-2a62-4994-9b08-fc4721854edd', 'financial', 'payment.manual-requested', 5008, 9008, 4, '{"state": "pending", "amount": 120, "method": "manual", "purpose": "enrollment", "paymentId": 8004}', '2026-01-12 13:00:00+00'),
	(3, 61, 'daec2cd1-2359-4ed8-baf8-98ed0a2e09f4', 'business', 'subscription.status-changed', 5008, 9008, 5, '{"to": 11, "from": 6, "page": "manual-payment", "event": "manual-payment-requested", "statusName": "Aguardando confirmação do pagamento"}', '2026-01-12 13:00:00+00'),
	(3, 62, '19ed9b58-0c20-470b-a92c-ff16764aa882', 'business', 'subscription.steps-changed', 5008, 9008, 5, '{}', '2026-01-12 13:00:00+00'),
	(3, 63, '785108bd-8ac8-4ce9-89e9-6371a704f138', 'financial', 'payment.cancelled', 5008, 9008, 5, '{"state": "cancelled", "amount": 120, "method": "manual", "purpose": "enrollment", "paymentId": 8004}', '2026-01-12 13:00:00+00'),
	(3, 64, '2309203c-ab6f-4ebd-aa0b-238421ce86b2', 'business', 'subscription.status-changed', 5008, 9008, 6, '{"to": 12, "from": 11, "page": "pending-cancel", "event": "cancel-requested", "statusName": "Cancelamento solicitado"}', '2026-01-12 13:00:00+00'),
	(3, 65, '692351f6-cd62-4245-9546-e4142d5dfd25', 'business', 'subscription.steps-changed', 5008, 9008, 6, '{}', '2026-01-12 13:00:00+00'),
	(3, 66, 'e8def329-a698-4f76-a786-8490b640e74e', 'business', 'subscription.status-changed', 5009, 9009, 1, '{"to": 1, "from": null, "page": "essay", "event": "create", "statusName": "Inscrito"}', '2026-01-12 13:00:00+00'),
	(3, 67, '0e3247e5-2b01-46a9-a524-438c5195b340', 'business', 'subscription.steps-changed', 5009, 9009, 1, '{}', '2026-01-12 13:00:00+00'),
	(3, 68, '38183a6f-5f22-46d5-936a-0c7beca988fd', 'business', 'subscription.steps-changed', 5009, 9009, 1, '{}', '2026-01-12 13:00:00+00'),
	(3, 69, 'bfdace75-e79c-405e-8ff8-ac1e8d0d3913', 'business', 'essay.finished', 5009, 9009, 1, '{"essayId": 7002}', '2026-01-12 13:00:00+00'),
	(3, 70, 'de269837-b7e3-47c0-afcf-d921c3cf98e9', 'business', 'subscription.steps-changed', 5009, 9009, 1, '{}', '2026-01-12 13:00:00+00'),
	(3, 71, '958554bb-5f43-4898-8b58-b28c11fdd514', 'business', 'essay.graded', 5009, 9009, 1, '{"score": 720, "essayId": 7002, "approved": true}', '2026-01-12 13:00:00+00'),
	(3, 72, '2b2f79f2-775c-40df-a1d0-2fde56b7c1fe', 'business', 'subscription.status-changed', 5009, 9009, 2, '{"to": 3, "from": 1, "page": "personal-data", "event": "essay-approved", "statusName": "Aprovado"}', '2026-01-12 13:00:00+00'),
	(3, 73, 'b5695efd-e585-4f42-918e-96ae7be9763a', 'business', 'subscription.steps-changed', 5009, 9009, 2, '{}', '2026-01-12 13:00:00+00'),
	(3, 74, '13887fa9-1a53-4d84-b3f3-595b4ec8966c', 'business', 'subscription.status-changed', 5009, 9009, 3, '{"to": 13, "from": 3, "page": "canceled", "event": "cancel-requested", "statusName": "Inscrição cancelada"}', '2026-01-12 13:00:00+00'),
	(3, 75, 'caca2e69-398f-4a2c-ab8f-fc0bfabf5873', 'business', 'subscription.steps-changed', 5009, 9009, 3, '{}', '2026-01-12 13:00:00+00'),
	(3, 76, 'e84085b0-2812-4ce0-bc66-cdd428616f5f', 'business', 'subscription.status-changed', 5010, 9010, 1, '{"to": 14, "from": null, "page": "information", "event": "create-incomplete", "statusName": "Informações pendentes"}', '2026-01-12 13:00:00+00'),
	(3, 77, '45ee65e8-5a4e-4e60-8e41-869831cfadaf', 'business', 'subscription.steps-changed', 5010, 9010, 1, '{}', '2026-01-12 13:00:00+00'),
	(3, 78, '8d5f84f1-d529-49f0-b4d0-d1ba403e0280', 'business', 'subscription.status-changed', 5011, 9011, 1, '{"to": 1, "from": null, "page": "portal", "event": "create", "statusName": "Inscrito"}', '2026-01-12 13:00:00+00'),
	(3, 79, '09e0e2ef-3c98-4592-8598-9356db790390', 'business', 'subscription.status-changed', 5011, 9011, 2, '{"to": 18, "from": 1, "page": "interview", "event": "interview-required", "statusName": "Entrevista pendente"}', '2026-01-12 13:00:00+00'),
	(3, 80, '179c10bb-c121-4217-b919-4763fab9711a', 'business', 'subscription.steps-changed', 5011, 9011, 2, '{}', '2026-01-12 13:00:00+00'),
	(3, 81, 'f29b1d9a-de0a-49a8-ad77-42bd0cb7b527', 'business', 'subscription.status-changed', 5012, 9012, 1, '{"to": 1, "from": null, "page": "portal", "event": "create", "statusName": "Inscrito"}', '2026-01-12 13:00:00+00'),
	(3, 82, 'd7ccbc4f-24d3-46a6-8b84-25b5b78382e8', 'business', 'subscription.status-changed', 5012, 9012, 2, '{"to": 3, "from": 1, "page": "personal-data", "event": "direct-entry", "statusName": "Aprovado"}', '2026-01-12 13:00:00+00'),
	(3, 83, 'f4216106-ff18-42eb-b96e-b46dd125cfa0', 'business', 'subscription.steps-changed', 5012, 9012, 2, '{}', '2026-01-12 13:00:00+00'),
	(3, 84, 'a926d897-2327-48ad-a890-9c1b216dfe10', 'business', 'subscription.status-changed', 5012, 9012, 3, '{"to": 4, "from": 3, "page": "class", "event": "contract-accepted", "statusName": "Contrato aceito"}', '2026-01-12 13:00:00+00'),
	(3, 85, '54b0f964-da7e-4cd8-9a94-42af48aa1f94', 'business', 'subscription.status-changed', 5012, 9012, 4, '{"to": 21, "from": 4, "page": "class", "event": "class-required", "statusName": "Escolha de turma pendente"}', '2026-01-12 13:00:00+00'),
	(3, 86, 'fcd6e8a9-62ba-45ed-bf5e-33b185205a25', 'business', 'subscription.steps-changed', 5012, 9012, 4, '{}', '2026-01-12 13:00:00+00');
INSERT INTO public.parameter (tenant_id, level, owner_id, internal_value, value) VALUES
	(1, 'institution', 1, 'AllowPoleUpdate', 'true'),
	(1, 'institution', 1, 'EnemCheckEnabled', 'true'),
	(1, 'institution', 1, 'DisciplineDocumentCheckEnabled', 'true'),
	(1, 'institution', 1, 'PrivacyPolicyUrl', '"https://alfa.orbita.test/privacidade"'),
	(1, 'institution', 1, 'DpoContact', '"dpo@alfa.test"'),
	(1, 'institution', 1, 'SupportWhatsapp', '{"hours": "Seg a sex, 8h às 18h", "phone": "5531900000000", "title": "Problemas com a matrícula?", "enabled": true, "message": "Olá! Sou {nome}, inscrição {inscricao} em {curso}, e preciso de ajuda.", "description": "Fale conosco pelo WhatsApp"}'),
	(1, 'institution', 1, 'PaymentSettings', '{"pix": true, "slip": true, "pixKey": "financeiro@alfa.test", "variant": "onlySubscription", "receiver": {"city": "BELO HORIZONTE", "name": "CENTRO UNIV ALFA EXEMPLO", "document": "12ABC34501DE35"}, "creditCard": true, "automaticPix": false, "cardProvider": "cielo", "slipAgreement": {"bank": "077", "wallet": "112", "agreement": "1234567"}, "acquirersConfig": [{"provider": "cielo", "merchantId": "demo-cua", "softDescriptor": "ALFA EXEMPLO", "maxInstallments": 12}, {"provider": "erede", "merchantId": "demo-cua", "softDescriptor": "ALFA EXEMPLO", "maxInstallments": 12}], "disableSlipDaysBeforeIntakeEnd": 3}'),
	(1, 'institution', 2, 'InterviewEmail', '"coordenacao@epa.test"'),
	(1, 'institution', 2, 'ManualPaymentEnabled', 'true'),
	(1, 'institution', 2, 'PrivacyPolicyUrl', '"https://alfa.orbita.test/privacidade"'),
	(1, 'institution', 2, 'DpoContact', '"dpo@alfa.test"'),
	(1, 'institution', 2, 'PaymentSettings', '{"pix": true, "slip": true, "pixKey": "financeiro@epa.test", "variant": "totalOrSemesterWithFallbackAndRecurrence", "receiver": {"city": "SAO PAULO", "name": "ESCOLA POS ALFA EXEMPLO", "document": "34EPA001000102"}, "creditCard": true, "automaticPix": false, "cardProvider": "cielo", "slipAgreement": {"bank": "077", "wallet": "112", "agreement": "7654321"}, "acquirersConfig": [{"provider": "cielo", "merchantId": "demo-epa", "softDescriptor": "ALFA POS", "maxInstallments": 12}, {"provider": "erede", "merchantId": "demo-epa", "softDescriptor": "ALFA POS", "maxInstallments": 12}], "disableSlipDaysBeforeIntakeEnd": 3}'),
	(2, 'institution', 3, 'AllowPoleUpdate', 'true'),
	(2, 'institution', 3, 'PrivacyPolicyUrl', '"https://beta.orbita.test/privacidade"'),
	(2, 'institution', 3, 'DpoContact', '"dpo@beta.test"'),
	(2, 'institution', 3, 'PaymentSettings', '{"pix": true, "slip": true, "pixKey": "financeiro@beta.test", "variant": "onlySubscriptionWithRecurrence", "receiver": {"city": "MUZAMBINHO", "name": "FACULDADE BETA EXEMPLO", "document": "56FBX001000199"}, "creditCard": true, "automaticPix": true, "cardProvider": "erede", "slipAgreement": {"bank": "077", "wallet": "112", "agreement": "2468135"}, "acquirersConfig": [{"provider": "erede", "merchantId": "demo-fbx", "softDescriptor": "BETA EXEMPLO", "maxInstallments": 6}], "disableSlipDaysBeforeIntakeEnd": 3}'),
	(3, 'tenant', 0, 'PrivacyPolicyUrl', '"https://motor.orbita.test/privacidade"'),
	(3, 'tenant', 0, 'DpoContact', '"dpo@motor.test"'),
	(3, 'institution', 4, 'AllowPoleUpdate', 'true'),
	(3, 'institution', 4, 'CourseChangeAfterContract', 'true'),
	(3, 'institution', 4, 'ManualPaymentEnabled', 'true'),
	(3, 'institution', 4, 'EnemCheckEnabled', 'true'),
	(3, 'institution', 4, 'EssayMaxAttempts', '5'),
	(3, 'institution', 4, 'MaxActiveSubscriptions', '50'),
	(3, 'institution', 4, 'PaymentSettings', '{"pix": true, "slip": true, "pixKey": "financeiro@motor.test", "variant": "onlySubscription", "receiver": {"city": "BELO HORIZONTE", "name": "FACULDADE MOTOR", "document": "12ABC34501DE35"}, "creditCard": true, "automaticPix": false, "cardProvider": null, "slipAgreement": null, "acquirersConfig": [], "disableSlipDaysBeforeIntakeEnd": 3}'),
	(3, 'offer', 20, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 21, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 22, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 23, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 24, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 25, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 26, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 27, 'DocumentStage', '"before-payment"'),
	(3, 'offer', 28, 'DocumentStage', '"before-payment"'),
	(3, 'offer', 29, 'DocumentStage', '"none"'),
	(3, 'offer', 30, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 31, 'DocumentStage', '"none"'),
	(3, 'offer', 32, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 33, 'DocumentStage', '"none"'),
	(3, 'offer', 34, 'DocumentStage', '"before-payment"'),
	(3, 'offer', 39, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 40, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 41, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 42, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 43, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 44, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 45, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 46, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 47, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 48, 'DocumentStage', '"before-payment"'),
	(3, 'offer', 49, 'DocumentStage', '"before-payment"'),
	(3, 'offer', 50, 'DocumentStage', '"none"'),
	(3, 'offer', 51, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 52, 'DocumentStage', '"none"'),
	(3, 'offer', 53, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 54, 'DocumentStage', '"none"'),
	(3, 'offer', 55, 'DocumentStage', '"before-payment"'),
	(3, 'offer', 56, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 57, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 58, 'DocumentStage', '"before-payment"'),
	(3, 'offer', 59, 'DocumentStage', '"before-payment"'),
	(3, 'offer', 60, 'DocumentStage', '"none"'),
	(3, 'offer', 61, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 62, 'DocumentStage', '"none"'),
	(3, 'offer', 63, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 64, 'DocumentStage', '"none"'),
	(3, 'offer', 65, 'DocumentStage', '"before-payment"'),
	(3, 'offer', 66, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 67, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 68, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 69, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 70, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 71, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 72, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 73, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 74, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 75, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 76, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 77, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 78, 'DocumentStage', '"before-payment"'),
	(3, 'offer', 79, 'DocumentStage', '"before-payment"'),
	(3, 'offer', 80, 'DocumentStage', '"none"'),
	(3, 'offer', 81, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 82, 'DocumentStage', '"none"'),
	(3, 'offer', 83, 'DocumentStage', '"after-payment"'),
	(3, 'offer', 84, 'DocumentStage', '"none"'),
	(3, 'offer', 85, 'DocumentStage', '"before-payment"'),
	(3, 'offer', 86, 'DocumentStage', '"after-payment"');
INSERT INTO public.person_address (tenant_id, id, person_id, street, number, neighborhood, zip_code, city_id, complement, verified) VALUES
	(3, 9101, 9003, 'Rua Exemplo', '100', 'Bairro Modelo', '30100001', 3106200, NULL, true),
	(3, 9102, 9004, 'Rua Exemplo', '100', 'Bairro Modelo', '30100001', 3106200, NULL, true),
	(3, 9103, 9008, 'Rua Exemplo', '100', 'Bairro Modelo', '30100001', 3106200, NULL, true),
	(3, 9104, 9012, 'Rua Exemplo', '100', 'Bairro Modelo', '30100001', 3106200, NULL, true);
INSERT INTO public.schedule_slot (tenant_id, id, offer_id, pole_id, code, place, at, capacity, taken, retired_at, cancelled_at) VALUES
	(1, 1, 13, 203, 'S1', 'Bloco A', '2026-01-20 17:00:00+00', 40, 0, NULL, NULL),
	(1, 2, 13, 203, 'S2', 'Bloco A', '2026-01-22 12:00:00+00', 1, 0, NULL, NULL),
	(1, 3, 13, 203, 'S3', 'Bloco B', '2026-01-27 17:00:00+00', 40, 0, NULL, NULL),
	(3, 4, 21, 206, 'S1', 'Bloco A', '2026-02-03 17:00:00+00', 100000, 0, NULL, NULL),
	(3, 5, 21, 206, 'S2', 'Bloco A', '2026-02-04 17:00:00+00', 100000, 0, NULL, NULL),
	(3, 6, 21, 206, 'S3', 'Bloco A', '2026-02-05 17:00:00+00', 100000, 0, NULL, NULL);
INSERT INTO public.schooling (tenant_id, subscription_id, school_name, school_type, state_id, city_id, institution_name, course_name, level, conclusion_year, fies, updated_at) VALUES
	(3, 5003, NULL, NULL, NULL, NULL, 'Faculdade Exemplo', 'Administração', NULL, 2021, false, '2026-01-12 13:00:00+00'),
	(3, 5004, 'Escola Exemplo', 'public', 31, 3106200, NULL, NULL, NULL, 2021, false, '2026-01-12 13:00:00+00'),
	(3, 5008, 'Escola Exemplo', 'public', 31, 3106200, NULL, NULL, NULL, 2021, false, '2026-01-12 13:00:00+00'),
	(3, 5012, 'Escola Exemplo', 'public', 31, 3106200, NULL, NULL, NULL, 2021, false, '2026-01-12 13:00:00+00');
INSERT INTO public.service_token (tenant_id, id, name, token_hash, scopes, institutions, expires_at, revoked_at, created_at) VALUES
	(1, 1, 'Integracao', 'Y9IQ3GcW2aocHy2IhYhB8bbGuig4JbBWtukzVKmuKeI', '["subscriptions", "platform"]', NULL, '2027-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00'),
	(1, 2, 'Neto', 'jVeOMtCZGv4xR6D1CN82og1ikskB8csQ0nSVZjJhowQ', '["subscriptions"]', NULL, '2099-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00');
INSERT INTO public.status_history (tenant_id, id, subscription_id, from_status, to_status, event, transition, actor, reason, at) VALUES
	(3, 1, 5001, NULL, 1, 'create', 'TR-01', 'candidate', NULL, '2026-01-12 13:00:00+00'),
	(3, 2, 5002, NULL, 1, 'create', 'TR-01', 'candidate', NULL, '2026-01-12 13:00:00+00'),
	(3, 3, 5002, 1, 3, 'direct-entry', 'TR-08', 'system', NULL, '2026-01-12 13:00:00+00'),
	(3, 4, 5003, NULL, 1, 'create', 'TR-01', 'candidate', NULL, '2026-01-12 13:00:00+00'),
	(3, 5, 5003, 1, 17, 'tax-required', 'TR-04', 'system', NULL, '2026-01-12 13:00:00+00'),
	(3, 6, 5003, 17, 3, 'tax-waived', 'TR-11', 'system', NULL, '2026-01-12 13:00:00+00'),
	(3, 7, 5003, 3, 4, 'contract-accepted', 'TR-70', 'candidate', NULL, '2026-01-12 13:00:00+00'),
	(3, 8, 5003, 4, 6, 'payment-required', 'TR-73', 'system', NULL, '2026-01-12 13:00:00+00'),
	(3, 9, 5003, 6, 11, 'manual-payment-requested', 'TR-80', 'operations', 'Conferido pela secretaria', '2026-01-12 13:00:00+00'),
	(3, 10, 5003, 11, 5, 'manual-payment-settled', 'TR-81', 'operations', 'Conferido pela secretaria', '2026-01-12 13:00:00+00'),
	(3, 11, 5004, NULL, 1, 'create', 'TR-01', 'candidate', NULL, '2026-01-12 13:00:00+00'),
	(3, 12, 5004, 1, 3, 'direct-entry', 'TR-08', 'system', NULL, '2026-01-12 13:00:00+00'),
	(3, 13, 5004, 3, 4, 'contract-accepted', 'TR-70', 'candidate', NULL, '2026-01-12 13:00:00+00'),
	(3, 14, 5004, 4, 6, 'payment-required', 'TR-73', 'system', NULL, '2026-01-12 13:00:00+00'),
	(3, 15, 5004, 6, 11, 'manual-payment-requested', 'TR-80', 'operations', 'Conferido pela secretaria', '2026-01-12 13:00:00+00'),
	(3, 16, 5004, 11, 5, 'manual-payment-settled', 'TR-81', 'operations', 'Conferido pela secretaria', '2026-01-12 13:00:00+00'),
	(3, 17, 5004, 5, 7, 'documents-approved', 'TR-77', 'system', NULL, '2026-01-12 13:00:00+00'),
	(3, 18, 5005, NULL, 1, 'create', 'TR-01', 'candidate', NULL, '2026-01-12 13:00:00+00'),
	(3, 19, 5005, 1, 3, 'essay-approved', 'TR-51', 'operations', NULL, '2026-01-12 13:00:00+00'),
	(3, 20, 5005, 3, 8, 'blocked', 'TR-94', 'operations', 'Conferido pela secretaria', '2026-01-12 13:00:00+00'),
	(3, 21, 5006, NULL, 1, 'create', 'TR-01', 'candidate', NULL, '2026-01-12 13:00:00+00'),
	(3, 22, 5006, 1, 3, 'direct-entry', 'TR-08', 'system', NULL, '2026-01-12 13:00:00+00'),
	(3, 23, 5006, 3, 9, 'disqualified', 'TR-96', 'operations', 'Conferido pela secretaria', '2026-01-12 13:00:00+00'),
	(3, 24, 5007, NULL, 1, 'create', 'TR-01', 'candidate', NULL, '2026-01-12 13:00:00+00'),
	(3, 25, 5007, 1, 10, 'selection-documents-required', 'TR-05', 'system', NULL, '2026-01-12 13:00:00+00'),
	(3, 26, 5008, NULL, 1, 'create', 'TR-01', 'candidate', NULL, '2026-01-12 13:00:00+00'),
	(3, 27, 5008, 1, 3, 'direct-entry', 'TR-08', 'system', NULL, '2026-01-12 13:00:00+00'),
	(3, 28, 5008, 3, 4, 'contract-accepted', 'TR-70', 'candidate', NULL, '2026-01-12 13:00:00+00'),
	(3, 29, 5008, 4, 6, 'payment-required', 'TR-73', 'system', NULL, '2026-01-12 13:00:00+00'),
	(3, 30, 5008, 6, 11, 'manual-payment-requested', 'TR-80', 'operations', 'Conferido pela secretaria', '2026-01-12 13:00:00+00'),
	(3, 31, 5008, 11, 12, 'cancel-requested', 'TR-91', 'candidate', 'Desisti do curso', '2026-01-12 13:00:00+00'),
	(3, 32, 5009, NULL, 1, 'create', 'TR-01', 'candidate', NULL, '2026-01-12 13:00:00+00'),
	(3, 33, 5009, 1, 3, 'essay-approved', 'TR-51', 'operations', NULL, '2026-01-12 13:00:00+00'),
	(3, 34, 5009, 3, 13, 'cancel-requested', 'TR-90', 'candidate', 'Desisti do curso', '2026-01-12 13:00:00+00'),
	(3, 35, 5010, NULL, 14, 'create-incomplete', 'TR-02', 'operations', NULL, '2026-01-12 13:00:00+00'),
	(3, 36, 5011, NULL, 1, 'create', 'TR-01', 'candidate', NULL, '2026-01-12 13:00:00+00'),
	(3, 37, 5011, 1, 18, 'interview-required', 'TR-07', 'system', NULL, '2026-01-12 13:00:00+00'),
	(3, 38, 5012, NULL, 1, 'create', 'TR-01', 'candidate', NULL, '2026-01-12 13:00:00+00'),
	(3, 39, 5012, 1, 3, 'direct-entry', 'TR-08', 'system', NULL, '2026-01-12 13:00:00+00'),
	(3, 40, 5012, 3, 4, 'contract-accepted', 'TR-70', 'candidate', NULL, '2026-01-12 13:00:00+00'),
	(3, 41, 5012, 4, 21, 'class-required', 'TR-71', 'system', NULL, '2026-01-12 13:00:00+00');
INSERT INTO public.support_contact (tenant_id, institution_id, title, description, phone, message, hours) VALUES
	(1, 1, 'Problemas com a matrícula?', 'Fale conosco', '5531900000000', 'Olá! Sou {nome}, inscrição {inscricao} em {curso}, e preciso de ajuda.', 'Seg a sex, 8h às 18h'),
	(1, 2, 'Problemas com a matrícula?', 'Fale com a secretaria da pós-graduação', '5511900000000', NULL, 'Seg a sex, 9h às 19h'),
	(2, 3, 'Problemas com a matrícula?', 'Fale com a secretaria', '5535900000000', NULL, 'Seg a sex, 8h às 17h');
INSERT INTO public.voucher_use (tenant_id, voucher_id, person_id, payment_id, returned_at) VALUES
	(3, 5, 9003, 8001, NULL);
INSERT INTO public.webhook_endpoint (tenant_id, id, institution_id, url, kinds, description, secret, previous_secret, previous_until, state, failing_since, attention, created_at, updated_at) VALUES
	(3, 3001, 4, 'https://academico.motor.test/avisos', '{subscription.status-changed,enrollment.completed}', 'Sistema acadêmico', '7CIEcnXEpv-T-9BEMeGVfO4cu1dMvddG9QedaZYWXdoe8VH-X3LsepNlvZ_WZBNy92utsjO9kIZvKd694aAsDvv60lAHmJ97kWHT9HHp', NULL, NULL, 'active', NULL, '[]', '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00');
INSERT INTO public.webhook_delivery (tenant_id, id, event_id, endpoint_id, institution_id, kind, subscription_id, person_id, version, body, state, attempts, last_status, last_error, next_attempt_at, retry_at, created_at, updated_at) VALUES
	(3, 1, 'evt_4cb0dc20-652d-498d-81d6-95ef901272de', 3001, 4, 'subscription.status-changed', 5001, 9001, 1, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5001,"externalId":null,"institution":"MOT01","version":1,"from":null,"to":1,"event":"create","statusName":"Inscrito"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 2, 'evt_d698d1c4-c144-4f5b-8086-c2082e93d495', 3001, 4, 'subscription.status-changed', 5002, 9002, 1, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5002,"externalId":null,"institution":"MOT01","version":1,"from":null,"to":1,"event":"create","statusName":"Inscrito"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 3, 'evt_a17a1320-ddbf-4ef6-ad26-8f1652e539fd', 3001, 4, 'subscription.status-changed', 5002, 9002, 2, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5002,"externalId":null,"institution":"MOT01","version":2,"from":1,"to":3,"event":"direct-entry","statusName":"Aprovado"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 4, 'evt_da41a9bf-47ab-4c10-93ab-086a5e3609d0', 3001, 4, 'subscription.status-changed', 5003, 9003, 1, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5003,"externalId":null,"institution":"MOT01","version":1,"from":null,"to":1,"event":"create","statusName":"Inscrito"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 5, 'evt_87d41c0d-b2d8-44d1-8c61-9eb0780386a4', 3001, 4, 'subscription.status-changed', 5003, 9003, 2, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5003,"externalId":null,"institution":"MOT01","version":2,"from":1,"to":17,"event":"tax-required","statusName":"Taxa de inscrição pendente"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 6, 'evt_1ef82946-208a-4beb-a225-a477998a6fcf', 3001, 4, 'subscription.status-changed', 5003, 9003, 3, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5003,"externalId":null,"institution":"MOT01","version":3,"from":17,"to":3,"event":"tax-waived","statusName":"Aprovado"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 7, 'evt_2145d019-3d26-409e-9e50-ae22161c746c', 3001, 4, 'subscription.status-changed', 5003, 9003, 4, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5003,"externalId":null,"institution":"MOT01","version":4,"from":3,"to":4,"event":"contract-accepted","statusName":"Contrato aceito"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 8, 'evt_2ac01daa-5e77-4a1c-8356-75871a64bb80', 3001, 4, 'subscription.status-changed', 5003, 9003, 5, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5003,"externalId":null,"institution":"MOT01","version":5,"from":4,"to":6,"event":"payment-required","statusName":"Matrícula pendente"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 9, 'evt_3a866bab-37d0-45ee-8462-9da5ae23b162', 3001, 4, 'subscription.status-changed', 5003, 9003, 6, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5003,"externalId":null,"institution":"MOT01","version":6,"from":6,"to":11,"event":"manual-payment-requested","statusName":"Aguardando confirmação do pagamento"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 10, 'evt_0f5027c2-aee5-40df-9a4d-15d4f77f0f16', 3001, 4, 'subscription.status-changed', 5003, 9003, 7, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5003,"externalId":null,"institution":"MOT01","version":7,"from":11,"to":5,"event":"manual-payment-settled","statusName":"Documentação pendente"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 11, 'evt_57aaae7c-3c02-41e0-b982-cc159088b99a', 3001, 4, 'subscription.status-changed', 5004, 9004, 1, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5004,"externalId":null,"institution":"MOT01","version":1,"from":null,"to":1,"event":"create","statusName":"Inscrito"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 12, 'evt_8edffe04-24ae-4a56-8fbb-4b30a28d4b48', 3001, 4, 'subscription.status-changed', 5004, 9004, 2, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5004,"externalId":null,"institution":"MOT01","version":2,"from":1,"to":3,"event":"direct-entry","statusName":"Aprovado"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 13, 'evt_321095f6-edd6-4546-af32-8865a8d9179b', 3001, 4, 'subscription.status-changed', 5004, 9004, 3, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5004,"externalId":null,"institution":"MOT01","version":3,"from":3,"to":4,"event":"contract-accepted","statusName":"Contrato aceito"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 14, 'evt_69c71fd5-653d-43b6-b857-44c8dc7210aa', 3001, 4, 'subscription.status-changed', 5004, 9004, 4, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5004,"externalId":null,"institution":"MOT01","version":4,"from":4,"to":6,"event":"payment-required","statusName":"Matrícula pendente"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 15, 'evt_b0191622-35e8-46f7-b011-2b089b57d954', 3001, 4, 'subscription.status-changed', 5004, 9004, 5, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5004,"externalId":null,"institution":"MOT01","version":5,"from":6,"to":11,"event":"manual-payment-requested","statusName":"Aguardando confirmação do pagamento"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 16, 'evt_c439879d-17c4-4655-a7c8-5ee6a8be0670', 3001, 4, 'subscription.status-changed', 5004, 9004, 6, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5004,"externalId":null,"institution":"MOT01","version":6,"from":11,"to":5,"event":"manual-payment-settled","statusName":"Documentação pendente"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 33, 'evt_290019b0-c4cb-4e41-a536-147fd4ff1e8c', 3001, 4, 'subscription.status-changed', 5009, 9009, 1, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5009,"externalId":null,"institution":"MOT01","version":1,"from":null,"to":1,"event":"create","statusName":"Inscrito"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 34, 'evt_20d3804e-60d9-4c89-ba0c-c4631b625b49', 3001, 4, 'subscription.status-changed', 5009, 9009, 2, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5009,"externalId":null,"institution":"MOT01","version":2,"from":1,"to":3,"event":"essay-approved","statusName":"Aprovado"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 17, 'evt_26f071f1-b9cc-422f-8a01-cc74a5f2d87f', 3001, 4, 'enrollment.completed', 5004, 9004, 7, '{"type":"enrollment.completed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5004,"externalId":null,"institution":"MOT01","version":7,"applicationType":"graduation","offer":"G-DIRECT-PLAIN","intake":"2026-1","person":{"personId":9004,"uuid":"dda35cdf-e285-4cb8-a1d2-623d8034d035","externalId":null,"name":"Candidata Teste","socialName":null,"documentType":"cpf","document":"10050000420","birthDate":"2003-05-10","email":"pessoa4@exemplo.test","cellPhone":"31900000004"},"course":{"code":"GPAID","name":"Curso GPAID"},"pole":{"code":"BH","name":"Polo BH"},"class":null,"disciplines":[],"contract":{"acceptanceId":8102,"contract":"CT:1","hash":"sha256:40d11aac5f2c57655e10c92a1b7ab4e72b6bb6b07a3f0dc15aefdaaf9a23ff2a","acceptedAt":"2026-01-12T10:00:00-03:00"},"payments":[{"paymentId":8003,"purpose":"enrollment","method":"manual","state":"paid","amount":120,"paidAt":"2026-01-12T10:00:00-03:00","reference":null}]}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 18, 'evt_0888fff1-cf9f-42d7-bd58-d9359f2b8586', 3001, 4, 'subscription.status-changed', 5004, 9004, 7, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5004,"externalId":null,"institution":"MOT01","version":7,"from":5,"to":7,"event":"documents-approved","statusName":"Matriculado"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 19, 'evt_ee3f8b15-e2ed-4068-bd3c-6ae43936c614', 3001, 4, 'subscription.status-changed', 5005, 9005, 1, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5005,"externalId":null,"institution":"MOT01","version":1,"from":null,"to":1,"event":"create","statusName":"Inscrito"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 20, 'evt_71ef9003-41c9-4aff-ac90-4449966c73c6', 3001, 4, 'subscription.status-changed', 5005, 9005, 2, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5005,"externalId":null,"institution":"MOT01","version":2,"from":1,"to":3,"event":"essay-approved","statusName":"Aprovado"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 21, 'evt_674be1c7-07e0-4f51-b93b-ba2839e838a4', 3001, 4, 'subscription.status-changed', 5005, 9005, 3, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5005,"externalId":null,"institution":"MOT01","version":3,"from":3,"to":8,"event":"blocked","statusName":"Inscrição bloqueada"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 22, 'evt_101874c7-8288-400d-959b-71f90560c5a3', 3001, 4, 'subscription.status-changed', 5006, 9006, 1, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5006,"externalId":null,"institution":"MOT01","version":1,"from":null,"to":1,"event":"create","statusName":"Inscrito"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 23, 'evt_e99ab2fe-c58e-4a88-ae52-05cac82ee379', 3001, 4, 'subscription.status-changed', 5006, 9006, 2, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5006,"externalId":null,"institution":"MOT01","version":2,"from":1,"to":3,"event":"direct-entry","statusName":"Aprovado"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 24, 'evt_f689bd68-2571-4564-8d21-9a43c4e0908d', 3001, 4, 'subscription.status-changed', 5006, 9006, 3, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5006,"externalId":null,"institution":"MOT01","version":3,"from":3,"to":9,"event":"disqualified","statusName":"Não aprovado"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 25, 'evt_3b8d0a88-3187-407d-91fc-edb046c3025d', 3001, 4, 'subscription.status-changed', 5007, 9007, 1, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5007,"externalId":null,"institution":"MOT01","version":1,"from":null,"to":1,"event":"create","statusName":"Inscrito"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 26, 'evt_8fe47ef7-4bb2-42dd-9c95-33335a76d157', 3001, 4, 'subscription.status-changed', 5007, 9007, 2, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5007,"externalId":null,"institution":"MOT01","version":2,"from":1,"to":10,"event":"selection-documents-required","statusName":"Documentos da inscrição pendentes"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 27, 'evt_78884e6c-5bd4-49ad-b29e-756420dc9899', 3001, 4, 'subscription.status-changed', 5008, 9008, 1, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5008,"externalId":null,"institution":"MOT01","version":1,"from":null,"to":1,"event":"create","statusName":"Inscrito"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 28, 'evt_ae0617c9-903f-4b4e-b5bc-0ffdd0035914', 3001, 4, 'subscription.status-changed', 5008, 9008, 2, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5008,"externalId":null,"institution":"MOT01","version":2,"from":1,"to":3,"event":"direct-entry","statusName":"Aprovado"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 29, 'evt_be82371e-ae09-48e7-a7f3-8236ba03aa5d', 3001, 4, 'subscription.status-changed', 5008, 9008, 3, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5008,"externalId":null,"institution":"MOT01","version":3,"from":3,"to":4,"event":"contract-accepted","statusName":"Contrato aceito"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 30, 'evt_a5bd9252-728b-4d06-b1b8-4581bdbe5b3f', 3001, 4, 'subscription.status-changed', 5008, 9008, 4, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5008,"externalId":null,"institution":"MOT01","version":4,"from":4,"to":6,"event":"payment-required","statusName":"Matrícula pendente"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 31, 'evt_9029264d-acbd-4a1f-a67c-c8e37ec65944', 3001, 4, 'subscription.status-changed', 5008, 9008, 5, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5008,"externalId":null,"institution":"MOT01","version":5,"from":6,"to":11,"event":"manual-payment-requested","statusName":"Aguardando confirmação do pagamento"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 32, 'evt_4c01452b-5bb8-48e1-86fb-822216bfc359', 3001, 4, 'subscription.status-changed', 5008, 9008, 6, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5008,"externalId":null,"institution":"MOT01","version":6,"from":11,"to":12,"event":"cancel-requested","statusName":"Cancelamento solicitado"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 35, 'evt_388675d6-70c5-4c29-a079-58567d0d7da1', 3001, 4, 'subscription.status-changed', 5009, 9009, 3, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5009,"externalId":null,"institution":"MOT01","version":3,"from":3,"to":13,"event":"cancel-requested","statusName":"Inscrição cancelada"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 36, 'evt_849c6558-19e7-4928-ac2c-89757a9cec68', 3001, 4, 'subscription.status-changed', 5010, 9010, 1, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5010,"externalId":null,"institution":"MOT01","version":1,"from":null,"to":14,"event":"create-incomplete","statusName":"Informações pendentes"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 37, 'evt_612a8bb8-0fc5-4dea-b4cb-5754e9a08a6c', 3001, 4, 'subscription.status-changed', 5011, 9011, 1, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5011,"externalId":null,"institution":"MOT01","version":1,"from":null,"to":1,"event":"create","statusName":"Inscrito"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 38, 'evt_ef7716f5-e8c9-4826-91fe-adbaf29f1cc1', 3001, 4, 'subscription.status-changed', 5011, 9011, 2, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5011,"externalId":null,"institution":"MOT01","version":2,"from":1,"to":18,"event":"interview-required","statusName":"Entrevista pendente"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 39, 'evt_afaefa5f-a965-4acf-968a-b3cd4dc146e5', 3001, 4, 'subscription.status-changed', 5012, 9012, 1, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5012,"externalId":null,"institution":"MOT01","version":1,"from":null,"to":1,"event":"create","statusName":"Inscrito"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 40, 'evt_d704de94-b169-480b-870e-93afe6157981', 3001, 4, 'subscription.status-changed', 5012, 9012, 2, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5012,"externalId":null,"institution":"MOT01","version":2,"from":1,"to":3,"event":"direct-entry","statusName":"Aprovado"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 41, 'evt_0cb11882-19d8-4dcd-9b1e-249482b0d841', 3001, 4, 'subscription.status-changed', 5012, 9012, 3, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5012,"externalId":null,"institution":"MOT01","version":3,"from":3,"to":4,"event":"contract-accepted","statusName":"Contrato aceito"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00'),
	(3, 42, 'evt_8ec79102-bd6b-4e90-9529-a6fe9b8d25cb', 3001, 4, 'subscription.status-changed', 5012, 9012, 4, '{"type":"subscription.status-changed","timestamp":"2026-01-12T10:00:00-03:00","data":{"subscriptionId":5012,"externalId":null,"institution":"MOT01","version":4,"from":4,"to":21,"event":"class-required","statusName":"Escolha de turma pendente"}}', 'pending', 0, NULL, NULL, '2026-01-12 13:00:00+00', NULL, '2026-01-12 13:00:00+00', '2026-01-12 13:00:00+00');
SELECT pg_catalog.setval('public.academic_class_id_seq', 22, true);
SELECT pg_catalog.setval('public.access_key_id_seq', 1, false);
SELECT pg_catalog.setval('public.audit_log_id_seq', 15, true);
SELECT pg_catalog.setval('public.block_entry_id_seq', 1, true);
SELECT pg_catalog.setval('public.cancellation_id_seq', 9102, true);
SELECT pg_catalog.setval('public.consent_id_seq', 1, false);
SELECT pg_catalog.setval('public.contract_acceptance_id_seq', 8104, true);
SELECT pg_catalog.setval('public.contract_template_id_seq', 5, true);
SELECT pg_catalog.setval('public.course_id_seq', 118, true);
SELECT pg_catalog.setval('public.discipline_id_seq', 5, true);
SELECT pg_catalog.setval('public.document_file_id_seq', 6101, false);
SELECT pg_catalog.setval('public.document_set_id_seq', 7, true);
SELECT pg_catalog.setval('public.door_event_id_seq', 1, false);
SELECT pg_catalog.setval('public.elective_rule_id_seq', 1, true);
SELECT pg_catalog.setval('public.essay_grant_id_seq', 1, false);
SELECT pg_catalog.setval('public.essay_id_seq', 7002, true);
SELECT pg_catalog.setval('public.essay_theme_id_seq', 5, true);
SELECT pg_catalog.setval('public.exam_score_id_seq', 7501, false);
SELECT pg_catalog.setval('public.handoff_code_id_seq', 1, false);
SELECT pg_catalog.setval('public.ingress_mode_id_seq', 411, true);
SELECT pg_catalog.setval('public.institution_id_seq', 4, true);
SELECT pg_catalog.setval('public.intake_id_seq', 304, true);
SELECT pg_catalog.setval('public.interview_id_seq', 7701, true);
SELECT pg_catalog.setval('public.notification_id_seq', 42, true);
SELECT pg_catalog.setval('public.offer_id_seq', 86, true);
SELECT pg_catalog.setval('public.outbox_event_id_seq', 86, true);
SELECT pg_catalog.setval('public.payment_event_id_seq', 1, false);
SELECT pg_catalog.setval('public.payment_id_seq', 8004, true);
SELECT pg_catalog.setval('public.person_address_id_seq', 9104, true);
SELECT pg_catalog.setval('public.person_id_seq', 9012, true);
SELECT pg_catalog.setval('public.pole_id_seq', 207, true);
SELECT pg_catalog.setval('public.price_id_seq', 632, true);
SELECT pg_catalog.setval('public.price_list_id_seq', 622, true);
SELECT pg_catalog.setval('public.privacy_request_id_seq', 9501, false);
SELECT pg_catalog.setval('public.provider_notice_id_seq', 1, false);
SELECT pg_catalog.setval('public.questionnaire_id_seq', 7501, false);
SELECT pg_catalog.setval('public.questionnaire_template_id_seq', 3, true);
SELECT pg_catalog.setval('public.refund_id_seq', 9501, false);
SELECT pg_catalog.setval('public.required_document_id_seq', 6008, true);
SELECT pg_catalog.setval('public.schedule_slot_id_seq', 6, true);
SELECT pg_catalog.setval('public.service_token_id_seq', 2, true);
SELECT pg_catalog.setval('public.social_account_id_seq', 1, false);
SELECT pg_catalog.setval('public.status_history_id_seq', 41, true);
SELECT pg_catalog.setval('public.subscription_id_seq', 5012, true);
SELECT pg_catalog.setval('public.tenant_host_id_seq', 11, true);
SELECT pg_catalog.setval('public.tenant_id_seq', 3, true);
SELECT pg_catalog.setval('public.test_booking_id_seq', 1, false);
SELECT pg_catalog.setval('public.user_account_id_seq', 12, true);
SELECT pg_catalog.setval('public.voucher_id_seq', 6, true);
SELECT pg_catalog.setval('public.webhook_delivery_id_seq', 42, true);
SELECT pg_catalog.setval('public.webhook_endpoint_id_seq', 3001, true);
